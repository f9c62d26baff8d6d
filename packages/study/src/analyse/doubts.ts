import { chanceOfSoMany } from '@cpu-bound/stats/hypergeometric';
import { location } from '@cpu-bound/stats/location';
import { mean } from '@cpu-bound/stats/moments';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import * as format from '../format.ts';
import { type ContestantFacts, type Doubt, HEADLINE_CLOSED, type Run, sameInput } from '../model.ts';
import { throughput } from './measures.ts';
import type { Observation } from './observations.ts';
import { endedIn } from './unanswered.ts';

/** The share of requests without an answer above which a contestant is not recommended. */
const TOO_MANY_UNANSWERED = 0.01;
/**
 * What a figure may exceed its limit by. A core that shares its units with a busy one computes slower than one that
 * does not, and the limit is itself measured; by simulation an honest contestant is doubted in under 1 % of runs.
 */
const MARGIN = 1.25;
/** Fewer rounds say nothing of a limit. */
const LEAST_ROUNDS = 3;
/** Below this share of the work on the event loop, a task may take less time than its CPU time. */
const ON_THE_LOOP = 0.9;

/** A window in which a contestant answers less than this share of its mean is one in which it stood still. */
const STOOD_STILL = 0.25;
/** Fewer windows than this share are those of any machine. */
const OFTEN = 0.1;
/** The chance of a false doubt about such windows, over all contestants of a run. */
const LEVEL = 0.01;

/**
 * What makes the figures of a contestant doubtful: what it did not answer, and figures that cannot be. Each is found over
 * the run, not in a window: limits are noisy.
 */
export function doubtsOf(run: Run, all: readonly Observation[]): Doubt[] {
  const { contestants, variants = [] } = run.manifest;
  const own = all.filter(({ subject, window, result }) => !subject.twin && isFair(window, result));
  const limits = limitsOf(run);
  return [...contestants, ...variants].flatMap((contestant) => {
    const its = own.filter(({ subject }) => subject.contestant === contestant.id);
    const others = own.filter(({ subject }) => subject.contestant !== contestant.id);
    return [
      ...tooManyUnanswered(contestant, its),
      ...unevenWindows(contestant, its, others, contestants.length),
      ...answeredTwice(contestant, its),
      ...beyondItsReport(contestant, its, run),
      // Another kernel or runtime has other limits, and the processes of a service elsewhere are not known.
      ...(limits === undefined || contestant.kernel || contestant.runtime || contestant.elsewhere
        ? []
        : beyondTheLimits(contestant, its, run, limits)),
    ];
  });
}

/** Whether a window neither harms nor overloads the service on purpose. */
const isFair = ({ fault }: Observation['window'], { open }: Observation['result']) =>
  !fault && !open?.timeline;

/** Refused, failed, cut or too late, in more than one round. */
function tooManyUnanswered({ id }: ContestantFacts, its: readonly Observation[]): Doubt[] {
  const windows = its.flatMap(({ round, window, result }) => {
    const own = endedIn(window, result);
    return own ? [{ round, ...own }] : [];
  });
  const hit = new Set(windows.flatMap(({ round, unanswered }) => (unanswered > 0 ? [round] : [])));
  const rounds = new Set(windows.map(({ round }) => round));
  const ended = windows.reduce((sum, one) => sum + one.ended, 0);
  if (ended === 0) return [];
  const share = windows.reduce((sum, one) => sum + one.unanswered, 0) / ended;
  if (share <= TOO_MANY_UNANSWERED || hit.size < Math.min(2, rounds.size)) return [];
  return [
    {
      contestant: id,
      kind: 'unanswered',
      message: `${format.share(share)} of its requests had no right answer, in ${hit.size} of ${format.count(rounds.size, 'round')}: refused, failed, cut or too late. They count with their timeout in latency, and not in throughput`,
      groups: ['speed', 'light requests', 'failures'],
    },
  ];
}

/** It stands still in many windows, and the others beside it do not: its typical window is not what it delivers. */
function unevenWindows(
  { id }: ContestantFacts,
  its: readonly Observation[],
  others: readonly Observation[],
  contestants: number,
): Doubt[] {
  const own = stillWindows(its);
  const beside = [...Map.groupBy(others, ({ subject }) => subject.contestant).values()].map(stillWindows);
  const rest = {
    marked: beside.reduce((sum, { marked }) => sum + marked, 0),
    of: beside.reduce((sum, { of }) => sum + of, 0),
  };
  if (own.of === 0 || rest.of === 0 || own.marked < OFTEN * own.of) return [];
  if (chanceOfSoMany(own, rest) > LEVEL / contestants) return [];
  return [
    {
      contestant: id,
      kind: 'uneven',
      message: `it stood still in ${own.marked} of ${format.count(own.of, 'window')}, with less than a quarter of the ${format.number(own.mean)} answers a second that it gave over all; the others in ${rest.marked} of ${rest.of}. Does it block?`,
      groups: ['speed'],
    },
  ];
}

function stillWindows(found: readonly Observation[]) {
  const rates = found.flatMap((one) => (one.window.id === HEADLINE_CLOSED ? (throughput.of(one) ?? []) : []));
  if (rates.length === 0) return { marked: 0, of: 0, mean: 0 };
  const usual = mean(rates);
  return {
    marked: rates.filter((rate) => rate < STOOD_STILL * usual).length,
    of: rates.length,
    mean: usual,
  };
}

function answeredTwice({ id }: ContestantFacts, its: readonly Observation[]): Doubt[] {
  const twice = its.reduce((sum, { result: { open } }) => sum + (open?.answeredTwice ?? 0), 0);
  const sent = its.reduce((sum, { result: { open } }) => sum + (open?.accounting.sent ?? 0), 0);
  if (twice === 0) return [];
  return [
    {
      contestant: id,
      kind: 'answered-twice',
      message: `${format.count(twice, 'answer')} came to requests that had one already, of ${format.count(sent, 'request')}`,
    },
  ];
}

/** Its own report of a task's time against what its requests took, both by the wall clock. */
function beyondItsReport({ id }: ContestantFacts, its: readonly Observation[], run: Run): Doubt[] {
  const reported = inRounds(its, ({ result: { open } }) => open?.computeMs);
  const took = inRounds(its, ({ result: { open } }) => open && meanOf(run.samples(open.samples)));
  if (!exceeds(reported, (round) => took.get(round))) return [];
  return [
    {
      contestant: id,
      kind: 'own-times',
      message: `it reports ${format.duration(typical(reported))} for a task, and its requests took ${format.duration(typical(took))} in all. The time that it reports is wrong`,
    },
  ];
}

type Limits = { readonly kernelMs: number; readonly cores: number; readonly isOnTheLoop: boolean };

/** The fastest that the kernel was seen here, so that a limit is never too low; undefined where it was not timed. */
function limitsOf({ manifest, results, dimensions }: Run): Limits | undefined {
  const { workload, environment } = manifest;
  if (workload.requests) return undefined;
  const timed = results.flatMap(({ blocks }) =>
    blocks.flatMap(({ reference }) =>
      reference && sameInput(reference.input, workload.headline) ? [reference.cpuMs] : [],
    ),
  );
  const first = dimensions?.kernelMs[new URLSearchParams(workload.headline).toString()];
  const kernelMs = Math.min(...timed, ...(first === undefined ? [] : [first]));
  if (!Number.isFinite(kernelMs) || kernelMs <= 0) return undefined;
  const isOnTheLoop = (workload.loopShare ?? 1) >= ON_THE_LOOP;
  return { kernelMs, cores: Math.min(manifest.workers, environment.cores), isOnTheLoop };
}

function beyondTheLimits(
  { id, workers }: ContestantFacts,
  its: readonly Observation[],
  run: Run,
  { kernelMs, cores, isOnTheLoop }: Limits,
): Doubt[] {
  const { headline } = run.manifest.workload;
  const fair = its.filter(({ window }) => sameInput(window.condition.input, headline));
  const closed = fair.filter(({ window }) => window.id === HEADLINE_CLOSED);
  const able = workers || !isOnTheLoop ? cores : 1;
  const most = (able * 1000) / kernelMs;
  const found: Doubt[] = [];
  const add = (kind: Doubt['kind'], message: string) =>
    found.push({
      contestant: id,
      kind,
      message: `${message} Does it keep answers, compute ahead, or compute by another function?`,
    });
  const task = `a task needs ${format.duration(kernelMs)} of CPU time`;

  const needed = inRounds(closed, ({ result: { load, usage } }) =>
    load && usage?.serverCpu ? (load.answers * kernelMs) / 1000 : undefined,
  );
  const used = inRounds(closed, ({ result: { usage } }) =>
    usage?.serverCpu ? usage.serverCpu + (usage.redisCpu ?? 0) : undefined,
  );
  if (exceeds(needed, (round) => used.get(round)))
    add(
      'too-little-cpu',
      `its answers need ${format.times(typical(needed) / typical(used))} times the CPU time that its processes used: ${task}.`,
    );
  const rates = inRounds(closed, ({ result: { load } }) => load?.perSecond);
  if (exceeds(rates, () => most))
    add(
      'too-many-answers',
      `it gave ${format.number(typical(rates))} answers a second, where ${format.count(able, 'core')} can compute ${format.number(most)}: ${task}.`,
    );
  const took = inRounds(fair, ({ window, result: { open } }) =>
    open && window.load?.kind === 'open' && !window.load.mix
      ? meanOf(run.samples(open.samples), run.samples(open.lags))
      : undefined,
  );
  const tasks = new Map([...took.keys()].map((round) => [round, kernelMs]));
  if (isOnTheLoop && exceeds(tasks, (round) => took.get(round)))
    add('too-fast', `its requests took ${format.duration(typical(took))}: ${task}.`);
  return found;
}

/** A number of each round: the median of its windows that have it. */
function inRounds(
  found: readonly Observation[],
  of: (observation: Observation) => number | undefined,
): ReadonlyMap<number, number> {
  const values = found.flatMap((one) => {
    const value = of(one);
    return value !== undefined && value > 0 ? [{ round: one.round, value }] : [];
  });
  return new Map(
    [...Map.groupBy(values, ({ round }) => round)].map(([round, own]) => [
      round,
      median(own.map(({ value }) => value)),
    ]),
  );
}

const typical = (rounds: ReadonlyMap<number, number>): number => median([...rounds.values()]);

/** Whether a figure is above its limit by more than the margin, with the whole interval of their ratio over rounds. */
function exceeds(
  figures: ReadonlyMap<number, number>,
  limitIn: (round: number) => number | undefined,
): boolean {
  const ratios = [...figures].flatMap(([round, figure]) => {
    const limit = limitIn(round);
    return limit === undefined ? [] : [figure / limit];
  });
  return ratios.length >= LEAST_ROUNDS && location(ratios, { scale: 'geometric' }).low > MARGIN;
}

const meanOf = (samples: Float32Array, lags: Float32Array = new Float32Array()): number =>
  samples.reduce((sum, ms, index) => sum + ms - (lags[index] ?? 0), 0) / Math.max(1, samples.length);

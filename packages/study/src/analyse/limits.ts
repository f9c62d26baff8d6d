import type { Environment, Milliseconds, Seconds, Usage } from '@cpu-bound/measure/model';
import { location } from '@cpu-bound/stats/location';
import { summaryOf as median, sampleAt, sortedCopy } from '@cpu-bound/stats/moments';
import * as format from '../format.ts';
import type { Doubt } from '../model/analysis.ts';
import type { ContestantFacts, Run } from '../model/run.ts';
import { HEADLINE_CLOSED, sameInput } from '../model.ts';
import { eachRound, type Observation, type RoundValues } from './observations.ts';

/**
 * A figure may exceed its limit by this factor. A core that shares its units with a busy one computes more slowly, and
 * the limit is itself measured. By simulation, an honest contestant is doubted in under 1 % of runs.
 */
export const MARGIN = 1.25;
/** The same for a program that the bench does not provide: native code computes faster than the run's Node.js. */
const OTHER_PROGRAM = 3;
/** A limit is not tested with fewer rounds than this. */
export const LEAST_ROUNDS = 3;

/** The value of a number in each round: its median over the windows that have it. */
export function inRounds(
  found: readonly Observation[],
  read: (observation: Observation) => number | undefined,
): RoundValues {
  const values = found.flatMap((observation) => {
    const value = read(observation);
    return value !== undefined && value > 0 ? [{ round: observation.round, value }] : [];
  });
  return eachRound(values, (sameRound) => median(sameRound.map(({ value }) => value)));
}

export const typical = (rounds: RoundValues): number => median([...rounds.values()]);

/**
 * Returns true if a figure exceeds its limit by more than the margin: the interval of their ratio over the rounds lies
 * above it.
 */
export function exceeds(
  figures: RoundValues,
  limitIn: (round: number) => number | undefined,
  margin = MARGIN,
): boolean {
  const ratios = [...figures].flatMap(([round, figure]) => {
    const limit = limitIn(round);
    return limit === undefined ? [] : [figure / limit];
  });
  return ratios.length >= LEAST_ROUNDS && location(ratios, { scale: 'geometric' }).low > margin;
}

/** A task may take less time than its CPU time if less than this share of the work is on the event loop. */
const ON_THE_LOOP = 0.9;

/**
 * A core with an idle sibling, or a higher clock, takes as little as this part of the kernel's time on all cores. It
 * counts in runs that did not time a core alone.
 */
export const LONE_CORE = 0.5;
/** With this share of the cores busy in a window, the others leave no core alone for long. */
const ALL_BUSY = 0.85;
/** The system counts CPU time in steps of this size: a figure of 0 is less than one step. */
const CPU_STEP: Seconds = 0.01;

export const cpuUsed = (usage: Usage | undefined): Seconds | undefined =>
  usage?.serverCpu === undefined ? undefined : Math.max(CPU_STEP, usage.serverCpu + (usage.redisCpu ?? 0));

/** The limits that the CPU time of a task sets. */
type Limits = {
  /** The least CPU time of a task in a window: that of a core alone, unless the window kept all cores busy. */
  readonly kernelIn: (window: Observation) => Milliseconds;
  readonly cores: number;
  readonly isOnTheLoop: boolean;
  /** The least time of a request: the fastest input, divided over all cores, at the highest speed of the run. */
  readonly leastMs: Milliseconds;
  /** The time of a light request, which is about that of an answer from a store. */
  readonly lightMs: Milliseconds;
};

/**
 * Reads the kernel's fastest CPU time in each round, on all cores and on one alone: the limits that are least likely to
 * accuse an honest contestant. A round without one has the fastest of the run. One limit for all rounds would hide a
 * factor of two on a machine whose speed changes. The result is undefined if the kernel was not timed.
 */
export function limitsOf({ manifest, dimensions }: Run, all: readonly Observation[]): Limits | undefined {
  const { workload, environment } = manifest;
  if (workload.requests) return undefined;
  const references = all.flatMap(({ round, reference }) =>
    reference && sameInput(reference.input, workload.headline) ? [{ round, ...reference }] : [],
  );
  const first = dimensions?.kernelMs[new URLSearchParams(workload.headline).toString()];
  const onAll = fastestIn(
    references.map(({ round, cpuMs }) => ({ round, ms: cpuMs })),
    first,
  );
  if (!onAll) return undefined;
  const alone = fastestIn(
    references.flatMap(({ round, loneCpuMs: ms }) => (ms === undefined ? [] : [{ round, ms }])),
  );
  const onOne = (round: number) => Math.min(onAll(round), alone?.(round) ?? LONE_CORE * onAll(round));
  const fastest = Math.min(1, ...references.map((reference) => reference.fastest ?? 1));
  const leastTask = Math.min(...all.map(({ round }) => onOne(round)));
  return {
    kernelIn: (window) =>
      busyShare(window, environment) >= ALL_BUSY ? onAll(window.round) : onOne(window.round),
    cores: Math.min(manifest.workers, environment.cores, environment.quota ?? Number.POSITIVE_INFINITY),
    isOnTheLoop: (workload.loopShare ?? 1) >= ON_THE_LOOP,
    leastMs: (fastest * leastTask) / environment.cores,
    lightMs: Math.min(LIGHT_MS, ...all.flatMap(({ result }) => result.probe?.p50FromSent ?? [])),
  };
}

/** The time of a light request in a run that sends none. */
const LIGHT_MS: Milliseconds = 0.7;
/** An answer that was not computed is told from a task that takes this many times as long as a light request. */
const TIMES_LIGHT = 2;

const isTellable = ({ leastMs, lightMs }: Limits): boolean => leastMs >= TIMES_LIGHT * lightMs;

/** Tells why latencies were not tested against the time of a task; undefined if they were, or if there is no limit. */
export function untested(run: Run, all: readonly Observation[]): string | undefined {
  const limits = limitsOf(run, all);
  if (!limits?.isOnTheLoop || isTellable(limits) || !all.some(({ result }) => result.open)) return undefined;
  const [least, light] = [limits.leastMs, limits.lightMs].map(format.duration);
  return `no latency was tested against a task: on all cores it takes ${least} at least, and a light request ${light}`;
}

/** An answer in fifty that was not computed is found. */
const FASTEST = 0.02;

/** The time from sending to the answer of the fastest requests that had one. Waiting makes others slower, not these. */
function fastestRequests(open: readonly Observation[], run: Run): Milliseconds {
  const answered = open.flatMap(({ result }) => {
    const { samples = '', lags: late = '', timeoutMs = 0 } = result.open ?? {};
    const lags = run.samples(late);
    return [...run.samples(samples)].flatMap((ms, index) => (ms < timeoutMs ? ms - (lags[index] ?? 0) : []));
  });
  return sampleAt(sortedCopy(answered), FASTEST);
}

type Timed = { readonly round: number; readonly ms: Milliseconds };

/** Returns the fastest time of each round, or of all if a round has none; undefined without any. */
function fastestIn(
  timed: readonly Timed[],
  beforehand = Number.POSITIVE_INFINITY,
): ((round: number) => Milliseconds) | undefined {
  const fastest = (times: readonly Timed[]) => Math.min(...times.map(({ ms }) => ms));
  const ofRun = Math.min(fastest(timed), beforehand);
  if (!Number.isFinite(ofRun) || ofRun <= 0) return undefined;
  const rounds = eachRound(timed, fastest);
  return (round) => rounds.get(round) ?? ofRun;
}

/**
 * The share of the services' cores that a closed loop kept busy, with other programs, and with its load generator unless
 * that has cores of its own. An open loop leaves cores idle between requests.
 */
const busyShare = ({ result: { load, usage } }: Observation, { cores, part }: Environment): number =>
  load && usage
    ? ((cpuUsed(usage) ?? 0) + (part ? 0 : usage.generatorCpu)) / (load.seconds * cores) +
      (usage.foreign ?? 0)
    : 0;

/** A doubt about the contestant whose windows were read. */
export type Reason = Omit<Doubt, 'contestant'>;

/** Finds figures that are impossible for a service that computes each answer. */
export function beyondTheLimits(
  { workers, program }: ContestantFacts,
  its: readonly Observation[],
  run: Run,
  limits: Limits,
): Reason[] {
  const { kernelIn, cores, isOnTheLoop, leastMs } = limits;
  const { headline } = run.manifest.workload;
  const fair = its.filter(({ window }) => sameInput(window.condition.input, headline));
  const closed = fair.filter(({ window }) => window.id === HEADLINE_CLOSED);
  if (its.length === 0) return [];
  const margin = program === undefined ? MARGIN : OTHER_PROGRAM;
  const able = workers || !isOnTheLoop ? cores : 1;
  const taskIn = (windows: readonly Observation[]) => typical(inRounds(windows, kernelIn));
  const found: Reason[] = [];
  const add = (kind: Reason['kind'], windows: readonly Observation[], message: string) =>
    found.push({
      kind,
      message: `${message}: a task needs ${format.duration(taskIn(windows))} of CPU time. Does it keep answers, compute ahead, or compute by another function?`,
    });

  const tooLittleCpu = (loop: string, windows: readonly Observation[]) => {
    const needed = inRounds(windows, (observation) => {
      const { load, open, usage } = observation.result;
      const { answers } = load ?? open ?? {};
      return answers === undefined || usage?.serverCpu === undefined
        ? undefined
        : (answers * kernelIn(observation)) / 1000;
    });
    const used = inRounds(windows, ({ result, unknownCpu = 0 }) => {
      const known = cpuUsed(result.usage);
      return known === undefined ? undefined : known + unknownCpu;
    });
    if (exceeds(needed, (round) => used.get(round), margin))
      add(
        'too-little-cpu',
        windows,
        `its answers in the ${loop} need ${format.times(typical(needed) / typical(used))} times the CPU time that its processes used`,
      );
  };
  tooLittleCpu('closed loop', closed);
  const open = fair.filter(
    ({ window, result }) => result.open && window.load?.kind === 'open' && !window.load.mix,
  );
  tooLittleCpu('open loop', open);
  const rates = inRounds(closed, ({ result }) => result.load?.perSecond);
  const most = inRounds(closed, (observation) => (able * 1000) / kernelIn(observation));
  if (exceeds(rates, (round) => most.get(round), margin))
    add(
      'too-many-answers',
      closed,
      `it gave ${format.number(typical(rates))} answers a second, where ${format.count(able, 'core')} can compute ${format.number(typical(most))}`,
    );
  const fastestMs = fastestRequests(open, run);
  const isTested = isOnTheLoop && isTellable(limits) && inRounds(open, kernelIn).size >= LEAST_ROUNDS;
  if (isTested && fastestMs * margin < leastMs)
    add(
      'too-fast',
      open,
      `one in ${1 / FASTEST} of its requests took at most ${format.duration(fastestMs)}, and all cores at once take ${format.duration(leastMs)} for the fastest input`,
    );
  return found;
}

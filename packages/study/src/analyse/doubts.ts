import { location } from '@cpu-bound/stats/location';
import { mean } from '@cpu-bound/stats/moments';
import * as format from '../format.ts';
import type { Doubt } from '../model/analysis.ts';
import type { Run } from '../model/run.ts';
import {
  beyondTheLimits,
  exceeds,
  inRounds,
  LEAST_ROUNDS,
  limitsOf,
  type Reason,
  typical,
} from './limits.ts';
import { endedIn, type RequestCounts } from './measures.ts';
import { idleCores, isFair, type Observation } from './observations.ts';

/** A contestant that leaves more than this share of its requests without an answer is not recommended. */
const TOO_MANY_UNANSWERED = 0.01;
/** A service that nobody asks may keep this part of a core busy. */
const MOST_IDLE_CORES = 0.1;

/**
 * Finds reasons to doubt the figures of a contestant: requests without an answer, and impossible figures. Each reason
 * is tested over the whole run, because the limits are too noisy in one window.
 */
export function doubtsOf(run: Run, all: readonly Observation[]): Doubt[] {
  const { contestants, variants = [] } = run.manifest;
  const own = all.filter(({ subject, window, result }) => !subject.twin && isFair(window, result));
  const limits = limitsOf(run, all);
  return [...contestants, ...variants].flatMap((contestant) => {
    const { id, kernel, runtime, elsewhere } = contestant;
    const its = own.filter(({ subject }) => subject.contestant === id);
    const measured = its.filter(({ isMissed }) => !isMissed);
    const reasons: Reason[] = [
      ...tooManyUnanswered(its),
      ...oftenHarmed(id, run),
      ...busyWhileNotAsked(id, all),
      ...answeredTwice(measured),
      ...beyondItsReport(measured, run),
      // Another kernel or runtime has other limits, and the processes of a service elsewhere are not known.
      ...(limits && !kernel && !runtime && !elsewhere
        ? beyondTheLimits(contestant, measured, run, limits)
        : []),
    ];
    return reasons.map((reason) => ({ contestant: id, ...reason }));
  });
}

/**
 * Finds a contestant whose requests were refused, failed, cut or late in more than one round. Open and closed loops are
 * judged apart: a closed loop ends before a request is late, so it would dilute the open loop's share.
 */
function tooManyUnanswered(its: readonly Observation[]): Reason[] {
  const counted = its.flatMap(({ round, window, result }) => {
    const own = endedIn(window, result);
    const { firstFailure } = result.open ?? result.load ?? {};
    return own ? [{ round, loop: result.open ? 'open' : 'closed', firstFailure, ...own }] : [];
  });
  return [...Map.groupBy(counted, ({ loop }) => loop)].flatMap(([loop, windows]) =>
    manyIn(`${loop} loop`, windows).map((message) => ({ kind: 'unanswered', message })),
  );
}

function manyIn(
  loop: string,
  windows: readonly ({ readonly round: number; readonly firstFailure: string | undefined } & RequestCounts)[],
): string[] {
  const hit = new Set(windows.flatMap(({ round, unanswered }) => (unanswered > 0 ? [round] : [])));
  const rounds = new Set(windows.map(({ round }) => round));
  const ended = windows.reduce((sum, window) => sum + window.ended, 0);
  if (ended === 0) return [];
  const share = windows.reduce((sum, window) => sum + window.unanswered, 0) / ended;
  if (share <= TOO_MANY_UNANSWERED || hit.size < Math.min(2, rounds.size)) return [];
  const reason = windows.find(({ firstFailure }) => firstFailure !== undefined)?.firstFailure;
  return [
    `${format.share(share)} of its requests in the ${loop} had no right answer, in ${hit.size} of ${format.count(rounds.size, 'round')}: refused, failed, cut or too late. They count with their timeout in latency, and not in throughput${reason === undefined ? '' : `. The first reason: ${reason}`}`,
  ];
}

/** A contestant that was harmed in one round has the figures of the others. */
const OFTEN_HARMED = 2;

/** Finds a contestant that was disturbed in several rounds: its figures are those of the rounds that were spared. */
function oftenHarmed(id: string, { results }: Run): Reason[] {
  const harms = results.flatMap(({ end }) =>
    (end?.failures ?? []).filter(({ subject, reason }) => subject === id && reason === 'harmed'),
  );
  const [first] = harms;
  if (!first || harms.length < OFTEN_HARMED) return [];
  return [
    {
      kind: 'harmed',
      message: `in ${format.count(harms.length, 'trial')}, which do not count, it was disturbed: ${first.message}. End the program that did this, or let the service do it before it is ready`,
    },
  ];
}

/** Finds a contestant that computes while others are measured: their figures would be false, and its own, too. */
function busyWhileNotAsked(id: string, all: readonly Observation[]): Reason[] {
  const cores = idleCores(
    all.filter(({ window, result }) => isFair(window, result)),
    id,
  );
  if (cores.size < LEAST_ROUNDS) return [];
  const { estimate, low } = location([...cores.values()], { scale: 'arithmetic' });
  if (low <= MOST_IDLE_CORES) return [];
  return [
    {
      kind: 'busy-while-not-asked',
      message: `it kept ${format.number(estimate)} cores busy while others were measured, and took that time from them: the figures of all are false. Measure the others without it`,
    },
  ];
}

function answeredTwice(its: readonly Observation[]): Reason[] {
  const loads = its.flatMap(({ result }) => result.open ?? result.load ?? []);
  const twice = loads.reduce((sum, load) => sum + (load.answeredTwice ?? 0), 0);
  const sent = loads.reduce((sum, { accounting }) => sum + accounting.sent, 0);
  if (twice === 0) return [];
  return [
    {
      kind: 'answered-twice',
      message: `at least ${format.count(twice, 'answer')} came to requests that had one already, of ${format.count(sent, 'request')}`,
    },
  ];
}

/** Compares a service's own report of a task's time with the time of its requests; both use the wall clock. */
function beyondItsReport(its: readonly Observation[], run: Run): Reason[] {
  const reported = inRounds(its, ({ result }) => result.open?.computeMs);
  const took = inRounds(its, ({ result }) => {
    const samples = result.open && run.samples(result.open.samples);
    return samples && samples.length > 0 ? mean(samples) : undefined;
  });
  if (!exceeds(reported, (round) => took.get(round))) return [];
  return [
    {
      kind: 'own-times',
      message: `it reports ${format.duration(typical(reported))} for a task, and its requests took ${format.duration(typical(took))} in all. The time that it reports is wrong`,
    },
  ];
}

import { seededRandom } from '@cpu-bound/stats/random';
import type { ConnectionPolicy, Milliseconds, OpenLoopResult, Seconds } from '../../model.ts';
import type { Part } from '../team.ts';
import type { Latencies } from './requests.ts';

export type Arrivals = 'poisson' | 'constant';

/**
 * Computes the intended send times of a window, in milliseconds from its start, ascending. Their number is fixed, so
 * that a load of 90 % is 90 % in every round.
 *
 * `poisson`: independent users. A Poisson process given its count is that many uniform times in order (Ross,
 * Stochastic Processes, 1996, theorem 2.3.1). `constant`: equal gaps, for probes and calibration. The same seed gives
 * the same schedule, so every contestant of a block sees the same arrivals.
 */
export function schedule(
  arrivals: Arrivals,
  perSecond: number,
  seconds: Seconds,
  seed: string,
): Float64Array {
  const end = seconds * 1000;
  const count = Math.round(perSecond * seconds);
  if (arrivals === 'constant')
    return Float64Array.from({ length: count }, (_, index) => (index * end) / count);
  const random = seededRandom(seed);
  return Float64Array.from({ length: count }, () => random.next() * end).sort();
}

/** The input of a request; `weight` is the number of its arrivals relative to the other targets'. */
export type LoadTarget = {
  readonly label: string;
  readonly path: string;
  readonly weight: number;
  /** The method of the request (default: GET). */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
};

/**
 * Chooses the target of each arrival by a seeded stream of its own. The same seed gives the same choices, and the
 * arrival times do not depend on them.
 *
 * @returns an index into `targets` per arrival
 */
export function chooseTargets(targets: readonly LoadTarget[], arrivals: number, seed: string): Uint16Array {
  const random = seededRandom(`${seed}/targets`);
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  return Uint16Array.from({ length: arrivals }, () => {
    let rest = random.next() * total;
    const chosen = targets.findIndex(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    return chosen === -1 ? targets.length - 1 : chosen;
  });
}

/** Repeats the targets in their order. @returns an index into `targets` per arrival */
export const targetsInTurn = (targets: readonly LoadTarget[], arrivals: number): Uint16Array =>
  Uint16Array.from({ length: arrivals }, (_, arrival) => arrival % targets.length);

export type OpenLoopSpec = {
  readonly origin: string;
  /** The target, or the parts of a mixed load. */
  readonly targets: readonly LoadTarget[];
  /** The requests go to the targets in their order, and their weights do not count. */
  readonly inTurn?: true;
  readonly arrivals: Arrivals;
  /** The offered load, in requests per second. */
  readonly perSecond: number;
  readonly seconds: Seconds;
  /** Before the window, the same load warms the compilers and connections of both sides up for this long. */
  readonly leadInSeconds: Seconds;
  /** A load at another rate after the window, for the timeline alone. */
  readonly afterwards?: { readonly perSecond: number; readonly seconds: Seconds };
  readonly seed: string;
  readonly policy: ConnectionPolicy;
  readonly connections: number;
  /** The path of the request that opens each connection (default: `/hello`). */
  readonly greeting?: string;
  readonly mostConnections: number;
  /** A request without an answer is censored at this age, from its intended time. */
  readonly timeoutMs: Milliseconds;
  /** True if the result has the outcomes of the requests in each stretch of time. */
  readonly timeline?: boolean;
  /** The part of the load that this generator sends (default: all of it). */
  readonly dealt?: Part;
};

export type OpenLoopMeasurement = {
  readonly result: OpenLoopResult;
  readonly latencies: Latencies;
  /** The latencies of each target of a mixed load, by its label. */
  readonly parts: Readonly<Record<string, Latencies>>;
};

/** Finds the first index that is due at `from` or later, or the length if there is none. */
export const firstFrom = (due: Float64Array, from: Milliseconds) => {
  const index = due.findIndex((at) => at >= from);
  return index === -1 ? due.length : index;
};

/** Computes the due times of lead-in, window and the load afterwards, each with its own fixed number of arrivals. */
export function dueTimes({
  arrivals,
  perSecond,
  leadInSeconds,
  seconds,
  seed,
  afterwards,
}: OpenLoopSpec): Float64Array {
  const shifted = (times: Float64Array, by: Seconds) => times.map((at) => at + by * 1000);
  const after = afterwards
    ? schedule(arrivals, afterwards.perSecond, afterwards.seconds, `${seed}/afterwards`)
    : new Float64Array();
  return Float64Array.from([
    ...schedule(arrivals, perSecond, leadInSeconds, `${seed}/lead-in`),
    ...shifted(schedule(arrivals, perSecond, seconds, seed), leadInSeconds),
    ...shifted(after, leadInSeconds + seconds),
  ]);
}

import type { ConnectionPolicy, Milliseconds, OpenLoopResult, Seconds } from '../../model.ts';
import type { Part } from '../several/parts.ts';
import type { Latencies } from './requests.ts';
import { type Arrivals, schedule } from './schedule.ts';
import type { LoadTarget } from './targets.ts';

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

import type { Milliseconds, OpenLoopResult, Seconds } from '../../../model.ts';
import type { ConnectionPolicy } from './connections.ts';
import { type Arrivals, schedule } from './schedule.ts';
import type { Target } from './targets.ts';

export type OpenLoopSpec = {
  readonly origin: string;
  /** One, or the parts of a mixed load. */
  readonly targets: readonly Target[];
  readonly arrivals: Arrivals;
  /** The offered load, in requests per second. */
  readonly perSecond: number;
  readonly seconds: Seconds;
  /** Load of the same rate before the window, not measured: compilers and connections of both sides get warm. */
  readonly leadInSeconds: Seconds;
  /** Load of another rate after the window, which only the timeline shows. */
  readonly afterwards?: { readonly perSecond: number; readonly seconds: Seconds };
  readonly seed: string;
  readonly policy: ConnectionPolicy;
  readonly connections: number;
  readonly mostConnections: number;
  /** From the intended time; what has no answer by then is censored here. */
  readonly timeoutMs: Milliseconds;
  /** Whether to keep what became of the requests in each stretch of time. */
  readonly timeline?: boolean;
};

export type OpenLoopMeasured = {
  readonly result: OpenLoopResult;
  readonly latencies: Float32Array;
  /** The latencies of each target of a mixed load, by its label. */
  readonly parts: Readonly<Record<string, Float32Array>>;
};

/** The first index that is due at `from` or later; the length where none is. */
export const firstFrom = (due: Float64Array, from: Milliseconds) => {
  const index = due.findIndex((at) => at >= from);
  return index === -1 ? due.length : index;
};

/** Lead-in and window as one schedule, then that of the load afterwards. */
export function dueTimes({
  arrivals,
  perSecond,
  leadInSeconds,
  seconds,
  seed,
  afterwards,
}: OpenLoopSpec): Float64Array {
  const first = schedule(arrivals, perSecond, leadInSeconds + seconds, seed);
  if (!afterwards) return first;
  const shift = (leadInSeconds + seconds) * 1000;
  const after = schedule(arrivals, afterwards.perSecond, afterwards.seconds, `${seed}/afterwards`);
  return Float64Array.from([...first, ...after.map((at) => at + shift)]);
}

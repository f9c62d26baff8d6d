import type { Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../../model.ts';

/** The specification of a measurement: the kernel alone, on this number of threads at once. */
export type ReferenceSpec = {
  readonly workload: string;
  readonly query: Query;
  /** The time for which each thread works; it completes one task at least. */
  readonly ms: Milliseconds;
  readonly threads: number;
  /** The longest time of a task (default: that of the examination). */
  readonly longestTaskMs?: Milliseconds;
};

/** The times of one thread's tasks. */
export type ThreadTiming = {
  readonly wallMs: Milliseconds;
  readonly runs: number;
  /** The time of the fastest input as a share of the mean over all inputs; 1 if there is one. */
  readonly fastest: number;
};

/** The times of a task on all threads. CPU time is that of the process and its ended children, divided by the tasks. */
export type ReferenceTiming = ThreadTiming & { readonly cpuMs: Milliseconds };

/** Orders a thread to make inputs for this time of tasks, or to compute them; only the computing is timed. */
export type ThreadOrder = {
  readonly make: boolean;
  readonly query: Query;
  readonly ms: Milliseconds;
  /** The time for which the thread is busy while it makes inputs. */
  readonly busyMs?: Milliseconds;
};

/** The inputs that a thread has made: this many are computed in turn, before it looks at the clock. */
export type MadeInputs = { readonly inTurn: number };

/** The passes that must not be faster. The optimising compiler works on threads of its own, so one may wait for it. */
const STEADY_PASSES = 4;
const FASTER = 0.9;

/** Tells whether a function is warm: its last passes (ms a task) are not faster by a tenth than all before. */
export function isWarm(passMs: readonly Milliseconds[]): boolean {
  const before = passMs.slice(0, -STEADY_PASSES);
  return before.length > 0 && Math.min(...passMs.slice(-STEADY_PASSES)) >= FASTER * Math.min(...before);
}

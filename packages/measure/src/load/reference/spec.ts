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

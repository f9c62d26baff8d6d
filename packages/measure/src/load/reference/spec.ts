import type { Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../../model.ts';

/** The kernel alone, on this number of threads at once. */
export type ReferenceSpec = {
  readonly workload: string;
  readonly query: Query;
  /** How long each thread works, at least for one task. */
  readonly ms: Milliseconds;
  readonly threads: number;
};

/** The times of one thread's tasks. */
export type ThreadTiming = {
  readonly wallMs: Milliseconds;
  readonly runs: number;
};

/** A task on all of them; CPU time is the whole process's, by task. */
export type ReferenceTiming = ThreadTiming & { readonly cpuMs: Milliseconds };

/** Makes inputs for a while of tasks, or computes them: the first is not timed. */
export type ThreadOrder = { readonly make: boolean; readonly query: Query; readonly ms: Milliseconds };

import type { Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../../../model.ts';

/** The kernel alone, on so many threads at once. */
export type ReferenceSpec = {
  readonly workload: string;
  readonly query: Query;
  /** How long each thread works, at least for one task. */
  readonly ms: Milliseconds;
  readonly threads: number;
};

/** What one thread, or the mean of all, took for a task. */
export type ReferenceTiming = {
  readonly cpuMs: Milliseconds;
  readonly wallMs: Milliseconds;
  readonly runs: number;
  /** Squared coefficient of variation of the tasks' CPU times. */
  readonly cv2: number;
};

import { type Compute, computeHere } from '@cpu-bound/service';
import type { Workload } from '@cpu-bound/workload';

/** On the event loop of this fork: the other forks go on. */
export const createCompute =
  (workload: Workload): Compute =>
  (input, { signal }) => {
    signal.throwIfAborted();
    return computeHere(workload, input);
  };

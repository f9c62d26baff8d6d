import { type Compute, computeHere } from '@cpu-bound/service';
import type { Workload } from '@cpu-bound/workload';

/** On the event loop: whoever else wants it waits. */
export const createCompute =
  (workload: Workload): Compute =>
  (input, { signal }) => {
    signal.throwIfAborted();
    return computeHere(workload, input);
  };

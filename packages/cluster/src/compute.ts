import type { Compute, Kernel } from '@cpu-bound/service';

/** On the event loop of this fork: the other forks go on. */
export const createCompute =
  (kernel: Kernel): Compute =>
  (input, { signal, traceparent }) => {
    signal.throwIfAborted();
    return kernel(input, traceparent);
  };

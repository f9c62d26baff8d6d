import type { Compute, Kernel } from '@cpu-bound/service';

/** On the event loop: whoever else wants it waits. */
export const createCompute =
  (kernel: Kernel): Compute =>
  (input, { signal, traceparent }) => {
    signal.throwIfAborted();
    return kernel(input, traceparent);
  };

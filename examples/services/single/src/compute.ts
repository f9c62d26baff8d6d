import { type Compute, inTurns, type Kernel } from './service/index.js';

/** Computes on the event loop, one task at a time. Other events wait for one task, not for all. */
export const createCompute = (kernel: Kernel): Compute => inTurns(kernel);

/** In the very turn in which the request arrives, as most handlers are written; to measure against. */
export const createComputeAtOnce =
  (kernel: Kernel): Compute =>
  (input, { traceparent }) =>
    kernel(input, traceparent);

import { type Compute, inTurns, type Kernel } from './service/index.js';

/** On the event loop of this fork, a task in each turn of it: the other forks go on. */
export const createCompute = (kernel: Kernel): Compute => inTurns(kernel);

/** In the very turn in which the request arrives, as most handlers are written; to measure against. */
export const createComputeAtOnce =
  (kernel: Kernel): Compute =>
  (input, { traceparent }) =>
    kernel(input, traceparent);

import { choice } from '@cpu-bound/service/run/config';

/** Settings whose other values are variants. */
export const tuning = {
  /**
   * The way in which connections reach forks. `round-robin`: the primary deals them. `none`: the first fork accepts them
   * from a common socket. `reuse-port`: the system deals them to a listening socket for each fork.
   */
  CLUSTER_SCHEDULING: choice('round-robin', 'none', 'reuse-port'),
  /** Tasks take turns on a fork's event loop, or each is computed on its arrival. */
  CLUSTER_COMPUTES: choice('in-turns', 'at-once'),
};

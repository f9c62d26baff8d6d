import { choice } from './service/index.js';

/** Settings whose other values are variants. */
export const tuning = {
  /**
   * The way in which connections reach forks: dealt by the primary in turn; accepted from one socket by the first fork;
   * or dealt by the system to a listening socket for each fork.
   */
  CLUSTER_SCHEDULING: choice('round-robin', 'none', 'reuse-port'),
  /** A fork computes one task in each turn of its event loop, or each task on its arrival. */
  CLUSTER_COMPUTES: choice('in-turns', 'at-once'),
};

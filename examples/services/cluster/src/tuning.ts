import { choice } from './service/index.js';

/** Each can be set otherwise to measure it. */
export const tuning = {
  /**
   * Who deals out the connections: the primary, in turn; the system, to whichever fork accepts first; or the
   * system, by a listening socket per fork.
   */
  CLUSTER_SCHEDULING: choice('round-robin', 'none', 'reuse-port'),
  /** Whether a fork computes a task in each turn of its event loop, or each in the turn in which it arrives. */
  CLUSTER_COMPUTES: choice('in-turns', 'at-once'),
};

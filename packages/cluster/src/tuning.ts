import { choice } from '@cpu-bound/service';

/**
 * Who deals out the connections: the primary, in turn; the system, to whichever fork accepts first; or the system,
 * by a listening socket per fork.
 */
export const tuning = { CLUSTER_SCHEDULING: choice('round-robin', 'none', 'reuse-port') };

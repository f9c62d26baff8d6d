const MIB = 2 ** 20;
/** The limit in bytes for bodies in transfer at once; two requests per core are always allowed. */
const UNDER_WAY = 64 * MIB;
/** A service keeps the bodies of all its connections at once: this many bytes fit into the memory of a modest one. */
const ROOM = 224 * MIB;

/**
 * Returns the number of clients that saturate a service. Large bodies allow fewer, because the service would refuse
 * more.
 *
 * @param bodies the octets of each body that is sent
 */
export function connectionsFor(bodies: readonly number[], cores: number): number {
  const usual = Math.max(50, 4 * cores);
  const largest = Math.max(1, ...bodies);
  const few = Math.max(2 * cores, Math.floor(UNDER_WAY / largest));
  return Math.max(1, Math.min(usual, few, Math.floor(ROOM / largest)));
}

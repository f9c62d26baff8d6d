import { type Query, rotationOf, type Workload } from '@cpu-bound/workload';

const MIB = 2 ** 20;
/** Octets of bodies that may be under way at once; two requests for each core may be, however large they are. */
const UNDER_WAY = 64 * MIB;
/** A service keeps the bodies of all its connections at once: these fit into the memory of a modest one. */
const ROOM = 224 * MIB;

/** How many clients saturate a service: fewer of those with large bodies, which it would refuse otherwise. */
export function connectionsFor(workload: Workload, headline: Query, cores: number): number {
  const usual = Math.max(50, 4 * cores);
  const bytes = rotationOf(workload, headline).map((query) => workload.bodyFor?.(query).byteLength ?? 0);
  const largest = Math.max(1, ...bytes);
  const few = Math.max(2 * cores, Math.floor(UNDER_WAY / largest));
  return Math.max(1, Math.min(usual, few, Math.floor(ROOM / largest)));
}

import type { Milliseconds } from '../model.ts';

/** The cores of a run, by their numbers: those of the services, and others that the load generators have to themselves. */
export type CoreDivision = {
  /** The number of cores that the bench may use. A few of them may belong to neither. */
  readonly of: number;
  readonly services: readonly number[];
  readonly generators: readonly number[];
};

/** Up to this number of cores, one for the load generators alone is too much, and they share those of the services. */
const SHARED_UP_TO = 8;
/**
 * One core of so many is the load generators'. They can then send three times what tasks of 5 ms allow the services, if
 * each of them keeps up with 5,600 requests a second (docs/adr/0064).
 */
const ONE_OF = 6;

/**
 * Divides cores between services and load generators. Hyper-threads of one core stay together, since each takes time
 * from the other.
 *
 * @param siblings the cores that the bench may use: a list for each physical core, with its hyper-threads
 * @param wanted the number of cores for the services (default: with more than eight cores, five of six)
 * @returns undefined if services and load generators share all cores
 */
export function divideCores(
  siblings: readonly (readonly number[])[],
  wanted?: number,
): CoreDivision | undefined {
  const all = siblings.flat();
  const count = wanted ?? all.length - coresOfGenerators(siblings);
  if (count >= all.length) return undefined;
  const services = all.slice(0, count);
  const apart = siblings.filter((threads) => !threads.some((core) => services.includes(core))).flat();
  return { of: all.length, services, generators: apart.length > 0 ? apart : all.slice(count) };
}

/** Counts the cores of the load generators, with the hyper-threads of each. */
function coresOfGenerators(siblings: readonly (readonly number[])[]): number {
  const all = siblings.flat().length;
  if (all <= SHARED_UP_TO) return 0;
  let taken = 0;
  for (const { length } of siblings.toReversed()) if (taken < all / ONE_OF) taken += length;
  return taken;
}

/** Every default of the bench that depends on the cores of the machine. Workers are as many as the cores. */

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** The limit in bytes for bodies in transfer at once; two requests per core are always allowed. */
const UNDER_WAY = 64 * MIB;
/** A service keeps the bodies of all its connections at once: this many bytes fit into the memory of a modest one. */
const ROOM = 224 * MIB;

/**
 * Returns the number of clients that saturate a service: four for each core, because connections are dealt unevenly.
 * Large bodies allow fewer, because the service would refuse more.
 *
 * @param bodies the octets of each body that is sent
 */
export function connectionsFor(bodies: readonly number[], cores: number): number {
  const usual = Math.max(50, 4 * cores);
  const largest = Math.max(1, ...bodies);
  const few = Math.max(2 * cores, Math.floor(UNDER_WAY / largest));
  return Math.max(1, Math.min(usual, few, Math.floor(ROOM / largest)));
}

/**
 * Returns the most generators of one load: one for each core of their own. Where they share those of the services, a core
 * of four is theirs, because more would take from the service what they are to measure.
 */
export const mostGenerators = (cores: number, { generators: own }: Partial<CoreDivision> = {}): number =>
  own?.length ?? Math.max(1, Math.floor(cores / 4));

/**
 * Returns the time in which a service must become ready. A fork takes about 0.5 s of CPU time to load its modules; under
 * a quota of a quarter of a core, forks load one after the other.
 */
export const readyWithinMs = (workers: number): Milliseconds => 20_000 + 2_000 * workers;

/**
 * Estimates the memory of a contestant generously: two forks of cluster with their primary have 0.25 GiB, each further
 * one 0.06 GiB (docs/adr/0053), and a function needs memory, too.
 */
export const memoryOfContestant = (workers: number): number => (0.24 + 0.08 * workers) * GIB;

/** The memory of the bench with its load generators, which keep samples: 0.2 GiB was the most on two cores. */
export const MEMORY_OF_BENCH = 0.25 * GIB;

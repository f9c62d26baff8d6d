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

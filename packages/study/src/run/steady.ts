/** A moving mean covers this many bins, because single bins have few answers. */
const SPAN = 5;
const TOLERANCE = 0.1;

/**
 * Finds the bin from which throughput stays at its steady level: the first after the last moving mean that is more than
 * 10 % below it. A mean above the level does not count, because a burst of answers is no warm-up.
 *
 * @param bins answers per bin, in order
 * @param level answers per bin when steady
 */
export function steadyFrom(bins: readonly number[], level: number): number {
  let from = 0;
  for (let index = 0; index + SPAN <= bins.length; index++) {
    const mean = bins.slice(index, index + SPAN).reduce((sum, bin) => sum + bin, 0) / SPAN;
    if (mean < level * (1 - TOLERANCE)) from = index + SPAN;
  }
  return from;
}

import { allPairs, compareThese } from '@cpu-bound/stats/compare-pairs';
import { drawArm, type RunLike, smallestFound } from '@cpu-bound/stats/detection';
import { LOOKS } from '@cpu-bound/stats/looks';
import { seededRandom } from '@cpu-bound/stats/random';
import { excludes, type Interval, pairsAmong } from '@cpu-bound/stats/verdict';

/** How many of some simulated runs find what they should, and what is not there. */
export type Detection = {
  readonly simulated: number;
  /** Runs of equal contestants in which any pair differs; absent if the rounds are too few for a look. */
  readonly alarms?: number;
  /** Runs that show the contestant with this much more work, in per cent, to be slower. */
  readonly found: readonly { readonly percent: number; readonly runs: number }[];
};

/**
 * Simulates runs like the measured ones, of equal contestants, and compares their throughput as the analysis of a run
 * does.
 *
 * @param percents the additional work of all contestants but one
 */
export function detectionBy(
  run: RunLike,
  percents: readonly number[],
  seed: string,
  simulated: number,
): Detection {
  const ids = ['0', ...percents.map(String)];
  const smallest = smallestFound(run, { family: pairsAmong(ids.length), seed, simulated });
  const equals = Array.from({ length: smallest.length }, (_, index) => {
    const random = seededRandom(`${seed}/${index}`);
    const arms = ids.map((id) => drawArm(id, run, random));
    return compareThese(allPairs(arms), { margin: 0.05, higherIsBetter: true, looks: LOOKS });
  });
  return {
    simulated,
    ...(equals.length > 0 && {
      alarms: equals.filter((pairs) => pairs.some(({ ratio }) => rulesOut(ratio, 1))).length,
    }),
    found: percents.map((percent) => ({
      percent,
      runs: smallest.filter((ratio) => ratio < 1 + percent / 100).length,
    })),
  };
}

/** Tells whether an interval excludes a ratio. The range of too few rounds excludes nothing. */
export const rulesOut = (interval: Interval, ratio: number): boolean =>
  !interval.indicative && excludes(interval, ratio);

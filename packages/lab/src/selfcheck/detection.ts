import { type Arm, allPairs, compareThese, type PairComparison } from '@cpu-bound/stats/compare-pairs';
import { excludes, type Interval } from '@cpu-bound/stats/interval';
import { LOOKS } from '@cpu-bound/stats/looks';
import { type Random, seededRandom } from '@cpu-bound/stats/random';
import type { Components } from './components.ts';

/** A run to simulate: its scatter, and the number of blocks of each of its rounds. */
type RunLike = { readonly components: Components; readonly blocks: readonly number[] };

/** How many of some simulated runs find what they should, and what is not there. */
export type Detection = {
  readonly simulated: number;
  /** Runs of equal contestants in which any pair differs. */
  readonly alarms: number;
  /** Runs of different contestants in which every interval contains the truth. */
  readonly covered: number;
  /** Runs that show the contestant with this much more work, in per cent, to be slower. */
  readonly found: readonly { readonly percent: number; readonly runs: number }[];
};

/**
 * Simulates runs like the measured ones, of a contestant and others with more work, and compares their throughput as the
 * analysis of a run does.
 *
 * @param percents the additional work of the others
 * @param simulated the number of runs of equal contestants, and of different ones
 */
export function detectionBy(
  run: RunLike,
  percents: readonly number[],
  seed: string,
  simulated: number,
): Detection {
  const speed = (arm: string) => 1 / (1 + Number(arm) / 100);
  const runsOf = (kind: 'equal' | 'different') =>
    Array.from({ length: simulated }, (_, index): PairComparison[] => {
      const random = seededRandom(`${seed}/${kind}/${index}`);
      const arms = ['0', ...percents.map(String)].map((id) =>
        armOf(id, kind === 'equal' ? 1 : speed(id), run, random),
      );
      return compareThese(allPairs(arms), { margin: 0.05, higherIsBetter: true, looks: LOOKS });
    });
  const different = runsOf('different');
  const isTrue = ({ contestant, against, ratio }: PairComparison) =>
    !rulesOut(ratio, speed(contestant) / speed(against));
  const isFound = (percent: number) => (pairs: readonly PairComparison[]) =>
    pairs.some(
      ({ contestant, against, ratio }) =>
        contestant === `${percent}` && against === '0' && rulesOut(ratio, 1) && ratio.high < 1,
    );
  return {
    simulated,
    alarms: runsOf('equal').filter((pairs) => pairs.some(({ ratio }) => rulesOut(ratio, 1))).length,
    covered: different.filter((pairs) => pairs.every(isTrue)).length,
    found: percents.map((percent) => ({ percent, runs: different.filter(isFound(percent)).length })),
  };
}

/** Tells whether an interval excludes a ratio. The range of too few rounds excludes nothing. */
export const rulesOut = (interval: Interval, ratio: number): boolean =>
  !interval.indicative && excludes(interval, ratio);

/** Draws a contestant's throughput in each block. */
function armOf(id: string, speed: number, { components, blocks }: RunLike, random: Random): Arm {
  const drawn = (deviations: readonly number[]) => deviations[random.below(deviations.length)] as number;
  const values = blocks.map((count, round) => {
    const ofRound = drawn(components.rounds);
    const rate = () => speed * Math.exp(ofRound + drawn(components.blocks));
    return [round, new Map(Array.from({ length: count }, (_, block) => [`${block}`, rate()]))] as const;
  });
  return { id, values: new Map(values) };
}

import {
  type Arm,
  allPairs,
  type CompareOptions,
  compareThese,
  type PairComparison,
} from '../src/compare-pairs.ts';
import { type Random, seededRandom } from '../src/random.ts';

/** Compares all pairs of some arms as one family. */
export const comparePairs = (arms: readonly Arm[], options: CompareOptions): PairComparison[] =>
  compareThese(allPairs(arms), options);

/** Values of each arm, round by round. */
export type Runs = (random: Random, rounds: number, arms: number) => number[][];

/** The log ratio of two arms scatters by 3 %, normally, and all arms drift by +2 % a round. */
export const calm: Runs = cellwise(
  (random, drift) => drift * Math.exp((0.03 / Math.SQRT2) * random.normal()),
);

/** Like `calm`, but one value in ten is half as large again. */
export const outliers: Runs = cellwise(
  (random, drift) => drift * Math.exp(0.03 * random.normal()) * (random.next() < 0.1 ? 1.5 : 1),
);

function cellwise(cell: (random: Random, drift: number) => number): Runs {
  return (random, rounds, arms) =>
    Array.from({ length: arms }, () =>
      Array.from({ length: rounds }, (_, round) => cell(random, 100 * (1 + 0.02 * round))),
    );
}

export type Experiment = { runs: Runs; arms: number; rounds: number; seed: string; times?: number };

/** Comparisons of 1,000 experiments (or `times`) in which the last arm is better by `effect`, a ratio − 1. */
export function experiments({ runs, arms, rounds, seed, times = 1000 }: Experiment, effect = 0) {
  return Array.from({ length: times }, (_, index): PairComparison[] => {
    const values = runs(seededRandom(`${seed}/${index}`), rounds, arms);
    const planted = values.map((of, arm) =>
      arm === arms - 1 ? of.map((value) => value * (1 + effect)) : of,
    );
    return comparePairs(planted.map(armOf), { margin: 0.05, higherIsBetter: true });
  });
}

/** An arm with the rounds 1, 2, … */
export const armOf = (values: readonly number[], index: number): Arm => ({
  id: `arm ${index}`,
  values: new Map(values.map((value, round) => [round + 1, value])),
});

/** Experiments in which at least one interval of the family excludes 1. */
export function alarms(experiment: Experiment): number {
  return experiments(experiment).filter((family) => family.some(({ ratio }) => differs(ratio))).length;
}

/** Percent of the pairs with the better arm whose interval lies above 1. */
export function found(experiment: Experiment, effect: number): number {
  const pairs = experiments(experiment, effect).flatMap((family) =>
    family.filter(({ contestant }) => contestant === `arm ${experiment.arms - 1}`),
  );
  return (100 * pairs.filter(({ ratio }) => !ratio.indicative && ratio.low > 1).length) / pairs.length;
}

function differs({ low, high, indicative }: PairComparison['ratio']): boolean {
  return !indicative && (low > 1 || high < 1);
}

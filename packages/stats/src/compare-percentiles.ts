import type { ArmPair, CompareOptions, PairComparison } from './compare-pairs.ts';
import { type Judging, judge } from './looks.ts';
import { percentileRatio, type RoundPair, rangeOfRatios } from './percentile-ratio.ts';
import { sortedRounds } from './pooled-rounds.ts';
import { detectableRatio } from './power.ts';
import type { Samples } from './quantile.ts';
import { verdictOf } from './verdict.ts';

/** A contestant's samples of each round it has, by round number; positive, any unit, the same for all. */
export type SampledArm = { readonly id: string; readonly rounds: ReadonlyMap<number, Samples> };

/**
 * Compares the p-quantiles of all samples of all rounds, for a family of pairs. The pairs must be chosen before anything
 * is measured. A pair is compared over the rounds that both arms have. The intervals are exact, each at the level
 * 1 − (1 − level)/pairs (docs/adr/0030).
 *
 * A pair without a common round has no ratio, and is left out of the result.
 *
 * @param p in (0, 1)
 * @throws RangeError for a sample that is not positive, a margin that is not, or p or the level outside (0, 1)
 */
export function comparePercentiles(
  pairs: readonly ArmPair<SampledArm>[],
  p: number,
  options: CompareOptions,
): PairComparison[] {
  if (pairs.length === 0) return [];
  const sorted = new Map([...new Set(pairs.flat())].map((arm) => [arm, ascending(arm)]));
  const all = [...sorted.keys()].flatMap(({ rounds }) => [...rounds.keys()]);
  const judging = judge(all, { pairs: pairs.length, level: options.level ?? 0.95 }, options.looks);
  return pairs.flatMap(([contestant, against]) => {
    const [a, b] = [sorted.get(contestant), sorted.get(against)];
    return a && b ? comparePair([a, b], p, judging, options) : [];
  });
}

function comparePair(
  [contestant, against]: ArmPair<SampledArm>,
  p: number,
  judging: Judging,
  options: CompareOptions,
): PairComparison[] {
  const rounds = new Map(
    [...contestant.rounds].flatMap(([round, a]): [number, RoundPair][] => {
      const b = against.rounds.get(round);
      return b ? [[round, { a, b }]] : [];
    }),
  );
  const judged = judging(rounds, {
    interval: (of, level) => percentileRatio(of, p, level),
    range: (of) => rangeOfRatios(of, p),
  });
  if (!judged) return [];
  const { ratio, own } = judged;
  const mde = detectableRatio(own);
  const pair = { contestant: contestant.id, against: against.id, ratio, verdict: verdictOf(ratio, options) };
  return [mde === undefined ? pair : { ...pair, mde }];
}

function ascending({ id, rounds }: SampledArm): SampledArm {
  const sorted = sortedRounds([...rounds.values()]);
  const numbers = [...rounds.keys()];
  sorted.forEach((samples, index) => {
    const least = samples[0] as number;
    if (!(least > 0))
      throw new RangeError(`a ratio needs positive values, ${id} has ${least} in round ${numbers[index]}`);
  });
  return { id, rounds: new Map(sorted.map((samples, index) => [numbers[index] as number, samples])) };
}

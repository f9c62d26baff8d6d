import { type Family, pairLevel, pairsAmong, simultaneous } from './family.ts';
import type { Interval } from './interval.ts';
import { logRatios } from './log-ratios.ts';
import { pairedRatio } from './paired-ratio.ts';
import { minimumDetectableRatio, roundsNeeded } from './power.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type { Verdict } from './verdict.ts';

/** A contestant's value of each round it has, by round number; positive, any unit. */
export type Arm = { readonly id: string; readonly values: ReadonlyMap<number, number> };

export type PairComparison = {
  readonly contestant: string;
  readonly against: string;
  /** Contestant ÷ against, over their common rounds. All intervals of the family hold at once with `level`. */
  readonly ratio: Interval;
  /** Read off `ratio` alone. */
  readonly verdict: Verdict;
  /**
   * Smallest true ratio, as a factor ≥ 1, that this procedure would call different from 1 in 95 % of runs
   * like this one; absent where the rounds are too few for an interval, or it is not finite.
   */
  readonly mde?: number;
  /** Rounds at which `mde` falls to 1 + margin; only where the verdict is too close, and 200 are enough. */
  readonly roundsNeeded?: number;
};

/**
 * Compares every pair of arms once, the later one in the given order against the earlier one.
 *
 * Exact signed-rank intervals, each at 1 − (1 − level)/pairs: false alarms stay below 1 − level in the whole
 * family whatever the dependence between its pairs (docs/adr/0011). The family is every pair of the given
 * arms, also where a pair lacks rounds; a pair without a common round has no ratio and is left out.
 *
 * @param options.margin ratio − 1 that does not matter
 * @param options.higherIsBetter true for throughput, false for latency
 * @param options.level of all intervals together, 0.95 unless told
 * @throws RangeError for a value that is not positive, a margin that is not, or a level outside (0, 1)
 */
export function comparePairs(
  arms: readonly Arm[],
  options: { readonly margin: number; readonly higherIsBetter: boolean; readonly level?: number },
): PairComparison[] {
  const family = { pairs: pairsAmong(arms.length), level: options.level ?? 0.95 };
  arms.forEach(assertPositive);
  return arms.flatMap((contestant, index) =>
    arms.slice(0, index).flatMap((against) => comparePair(contestant, against, family, options)),
  );
}

function comparePair(
  contestant: Arm,
  against: Arm,
  family: Family,
  options: { readonly margin: number; readonly higherIsBetter: boolean },
): PairComparison[] {
  const common = [...contestant.values.keys()].filter((round) => against.values.has(round));
  if (common.length === 0) return [];
  const at = ({ values }: Arm) => common.map((round) => values.get(round) as number);
  const [a, b] = [at(contestant), at(against)];
  const ratio = simultaneous(pairedRatio(a, b, pairLevel(family)), family.pairs);
  const verdict = verdictOf(ratio, options);
  const differences = logRatios(a, b);
  const mde = minimumDetectableRatio(differences, family);
  const needed = verdict === 'too-close' ? roundsNeeded(differences, family, options.margin) : undefined;
  return [
    {
      contestant: contestant.id,
      against: against.id,
      ratio,
      verdict,
      ...(mde !== undefined && { mde }),
      ...(needed !== undefined && { roundsNeeded: needed }),
    },
  ];
}

function assertPositive({ id, values }: Arm): void {
  for (const [round, value] of values) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`a ratio needs positive values, ${id} has ${value} in round ${round}`);
    }
  }
}

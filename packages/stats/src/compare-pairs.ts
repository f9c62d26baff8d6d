import { pseudomedian } from './location.ts';
import { judge, type Look, type PairJudge } from './looks.ts';
import { hodgesLehmann } from './signed-rank.ts';
import { type Interval, observedRange, type Verdict, verdictOf } from './verdict.ts';

export type { Verdict } from './verdict.ts';

/** The result of a round: one value, or one for each of its blocks, by the block's name. */
export type RoundValue = number | ReadonlyMap<string, number>;

/** A contestant's value of each round it has, by round number; positive, any unit. */
export type Arm = { readonly id: string; readonly values: ReadonlyMap<number, RoundValue> };

export type PairComparison = {
  readonly contestant: string;
  readonly against: string;
  /** Contestant ÷ against, over their common rounds. All intervals of the family hold at once with `level`. */
  readonly ratio: Interval;
  /** The verdict follows from `ratio` alone. */
  readonly verdict: Verdict;
};

/** The inputs of a verdict. */
export type CompareOptions = {
  /** The ratio − 1 that does not matter. */
  readonly margin: number;
  /** True for throughput, false for latency. */
  readonly higherIsBetter: boolean;
  /** The level of all intervals together; 0.95 by default. */
  readonly level?: number;
  /** The looks at which a growing study is judged (docs/adr/0033); absent: one, by all rounds. */
  readonly looks?: readonly Look[];
  /** The number of pairs that are judged at once; by default, those given. */
  readonly family?: number;
};

export type ArmPair<A = Arm> = readonly [contestant: A, against: A];

/** All pairs, each once, the later arm against the earlier one. */
export const allPairs = <A>(arms: readonly A[]): ArmPair<A>[] =>
  arms.flatMap((contestant, index) =>
    arms.slice(0, index).map((against): ArmPair<A> => [contestant, against]),
  );

/**
 * Compares the pairs of a family, which must be chosen before anything is measured.
 *
 * The intervals are exact signed-rank intervals, each at the level 1 − (1 − level)/pairs. So the chance of a false alarm
 * in the whole family stays below 1 − level, however its pairs depend on each other (docs/adr/0011). Every pair of the
 * family counts as one of it, even if it has few rounds. A pair without a common round has no ratio, and is
 * left out of the result.
 *
 * @throws RangeError for a value that is not positive, a margin that is not, or a level outside (0, 1)
 */
export function compareThese(pairs: readonly ArmPair[], options: CompareOptions): PairComparison[] {
  if (pairs.length === 0) return [];
  const arms = new Set(pairs.flat());
  arms.forEach(assertPositive);
  const rounds = [...arms].flatMap(({ values }) => [...values.keys()]);
  const judging = judge(
    rounds,
    { pairs: options.family ?? pairs.length, level: options.level ?? 0.95 },
    options.looks,
  );
  return pairs.flatMap(([contestant, against]) => comparePair(contestant, against, judging, options));
}

function comparePair(
  contestant: Arm,
  against: Arm,
  judging: PairJudge,
  options: CompareOptions,
): PairComparison[] {
  const differences = new Map(
    [...contestant.values].flatMap(([round, value]): [number, number][] => {
      const other = against.values.get(round);
      const difference = other === undefined ? undefined : differenceOf(value, other);
      return difference === undefined ? [] : [[round, difference]];
    }),
  );
  const intervals = judging(differences, {
    interval: (rounds, level) => pseudomedian(rounds, level, Math.exp),
    range: (rounds) => observedRange(Math.exp(hodgesLehmann(rounds)), rounds.map(Math.exp)),
  });
  if (!intervals) return [];
  const { ratio } = intervals;
  const verdict = verdictOf(ratio, options);
  return [{ contestant: contestant.id, against: against.id, ratio, verdict }];
}

/**
 * ln(a ÷ b) of a round, without unit. For blocks it is the Hodges–Lehmann estimate over the blocks that both arms have.
 * Within a block both were measured within seconds of one another. So a machine that changes its speed from one block to
 * the next does not change their ratio (docs/adr/0012).
 */
function differenceOf(a: RoundValue, b: RoundValue): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return logRatio(a, b);
  if (typeof a === 'number' || typeof b === 'number')
    throw new TypeError('the arms of a comparison have one value a round, or blocks, not both');
  const ratios = [...a].flatMap(([block, value]) => {
    const other = b.get(block);
    return other === undefined ? [] : [logRatio(value, other)];
  });
  return ratios.length === 0 ? undefined : hodgesLehmann(ratios);
}

/** A difference of logarithms flips its sign exactly when the arms are swapped; the logarithm of a quotient does not. */
const logRatio = (a: number, b: number): number => Math.log(a) - Math.log(b);

function assertPositive({ id, values }: Arm): void {
  for (const [round, value] of values) {
    for (const figure of typeof value === 'number' ? [value] : value.values()) {
      if (!(figure > 0 && figure < Number.POSITIVE_INFINITY))
        throw new RangeError(`a ratio needs positive values, ${id} has ${figure} in round ${round}`);
    }
  }
}

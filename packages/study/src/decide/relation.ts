import type { Verdict } from '@cpu-bound/stats/verdict';
import { pairOf } from '../analyse/pairs.ts';
import type { Comparison, Metric } from '../model.ts';
import { atLook, type IntervalOf } from './at-look.ts';

export type { IntervalOf };

/** How one was shown to stand to the other; undefined where they were not measured together, or by too few rounds. */
export type Relate = (contestant: string, against: string) => Verdict | undefined;

/** By the verdicts on the pairs, whose intervals hold all at once (docs/adr/0011). */
export const byComparisons =
  (comparisons: readonly Comparison[]): Relate =>
  (contestant, against) => {
    const pair = pairOf(comparisons, contestant, against);
    return pair && !pair.ratio.indicative ? pair.verdict : undefined;
  };

/**
 * By intervals that do not overlap, the lower the better: of counts, which may be 0 and have no ratio, and of starts of their own, which have
 * no blocks to pair. Two 95 % intervals lie apart by chance in fewer than 1 of 100 (Schenker & Gentleman 2001),
 * so that all six pairs of four hold together. As the newest look has them (docs/adr/0033).
 */
export const byIntervals =
  (held: readonly IntervalOf[]): Relate =>
  (contestant, against) => {
    const [one, other] = [contestant, against].map((id) => {
      const found = held.find((each) => each.contestant === id);
      return found && atLook(found);
    });
    if (!one || !other || one.indicative || other.indicative) return undefined;
    if (one.low === other.high && other.low === one.high) return 'equivalent'; // in every round
    if (one.low <= other.high && other.low <= one.high) return 'inconclusive';
    return one.estimate < other.estimate ? 'better' : 'worse';
  };

/** Two times five rounds lie apart as a whole by chance in 2 of 252 orders: all six pairs of four hold together. */
export const ROUNDS_TO_LIE_APART = 5;

/**
 * By rounds that all lie below all of the other's, the lower the better: of what is the same in each round, or
 * nearly so, it takes fewer of them than an interval does. More rounds can only take such a verdict back. `equivalent` where every round of both is the same.
 */
export const byRounds =
  (held: readonly Pick<Metric, 'contestant' | 'rounds'>[]): Relate =>
  (contestant, against) => {
    const [one = [], other = []] = [contestant, against].map(
      (id) => held.find((each) => each.contestant === id)?.rounds,
    );
    if (Math.min(one.length, other.length) < ROUNDS_TO_LIE_APART) return undefined;
    if (new Set([...one, ...other]).size === 1) return 'equivalent';
    if (Math.max(...one) < Math.min(...other)) return 'better';
    return Math.max(...other) < Math.min(...one) ? 'worse' : 'inconclusive';
  };

/** Relates figures that were counted and not sampled: fewer is better. */
export const byCounts =
  (counts: Readonly<Record<string, number | undefined>>): Relate =>
  (contestant, against) => {
    const [one, other] = [counts[contestant], counts[against]];
    if (one === undefined || other === undefined) return undefined;
    if (one === other) return 'equivalent';
    return one < other ? 'better' : 'worse';
  };

/** The first of them that knows. */
export const firstOf =
  (...relations: readonly Relate[]): Relate =>
  (contestant, against) => {
    for (const relate of relations) {
      const relation = relate(contestant, against);
      if (relation !== undefined) return relation;
    }
    return undefined;
  };

/** The first that tells the two apart; what matters less decides only where what matters more is the same. */
export const inOrder =
  (...relations: readonly Relate[]): Relate =>
  (contestant, against) => {
    let last: Verdict | undefined;
    for (const relate of relations) {
      last = relate(contestant, against) ?? last;
      if (last !== 'equivalent') return last;
    }
    return last;
  };

/** Better in one respect and worse in none; better in one and worse in another is `inconclusive`. */
export const inAllRespects =
  (...relations: readonly Relate[]): Relate =>
  (contestant, against) => {
    const found = relations.flatMap((relate) => relate(contestant, against) ?? []);
    if (found.length === 0) return undefined;
    const [isBetter, isWorse] = [found.includes('better'), found.includes('worse')];
    if (isBetter !== isWorse) return isBetter ? 'better' : 'worse';
    return !isBetter && found.every((one) => one === 'equivalent') ? 'equivalent' : 'inconclusive';
  };

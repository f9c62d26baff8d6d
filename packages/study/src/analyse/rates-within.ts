import type { Milliseconds } from '@cpu-bound/measure/model';
import type { Look } from '@cpu-bound/stats/looks';
import { type BoundsComparison, compareRatesWithin } from '@cpu-bound/stats/rate-pairs';
import {
  FEWEST_ROUNDS,
  type RateArm,
  type RateWindow,
  type RateWithin,
  ratesWithin,
} from '@cpu-bound/stats/rate-within';
import type { Interval } from '@cpu-bound/stats/verdict';
import type { Comparison, RateSearch } from '../model/analysis.ts';
import type { ContestantFacts } from '../model/run.ts';
import { familiesOf, kindOf } from '../model.ts';

/**
 * The largest rate of a contestant within a target: the rate at which half of the windows keep it. An end is open where
 * no window tells it: `at most` and `at least` have one end, which holds with 97.5 %; a rate has both. How many windows
 * kept the target is a count, and not a form.
 */
export type RateFigure = {
  readonly contestant: string;
  readonly rounds: number;
  readonly windows: number;
  readonly kept: number;
} & (
  | { readonly form: 'rate'; readonly rate: Interval }
  | { readonly form: 'at most' | 'at least'; readonly perSecond: number }
  /** No window tells either end, or there are too few rounds for one. */
  | { readonly form: 'not known' | 'too few rounds' }
);

/** The rates that a figure leaves possible. */
export function rangeOf(figure: RateFigure): readonly [low: number, high: number] {
  switch (figure.form) {
    case 'rate':
      return [figure.rate.low, figure.rate.high];
    case 'at most':
      return [0, figure.perSecond];
    case 'at least':
      return [figure.perSecond, Number.POSITIVE_INFINITY];
    default:
      return [0, Number.POSITIVE_INFINITY];
  }
}

/** Where other programs use more of the CPU time than this, intervals are too narrow (docs/adr/0055). */
const BUSY = 0.05;

export const isBusy = ({ foreign = 0 }: Pick<RateSearch, 'foreign'>): boolean => foreign > BUSY;

/** A request without a right answer has the time after which the bench no longer waits. */
const DEADLINE_MS: Milliseconds = 10_000;

/** Counts the late requests of a contestant's windows by a target. */
const countedBy = ({ windows }: RateSearch, id: string, targetMs: Milliseconds): RateWindow[] =>
  windows
    .filter(({ contestant }) => contestant === id)
    .map(({ round, perSecond, sent, slowest }) => ({
      round,
      perSecond,
      sent,
      late: slowest.filter((ms) => ms > targetMs || ms >= DEADLINE_MS).length,
    }));

/** Returns the windows of each contestant, counted by a target and by that of the search. */
const armsOf = (search: RateSearch, targetMs: Milliseconds): RateArm[] =>
  [...new Set(search.windows.map(({ contestant }) => contestant))].map((id) => ({
    id,
    windows: countedBy(search, id, targetMs),
    searched: countedBy(search, id, search.targetMs),
  }));

/**
 * Returns the figures of all contestants for a target, which need not be that of the search. They do not depend on who is
 * shown: a contestant has one figure on all pages.
 */
export const rateFigures = (search: RateSearch, targetMs: Milliseconds = search.targetMs): RateFigure[] =>
  ratesWithin(armsOf(search, targetMs)).map(figureOf);

function figureOf({ id: contestant, rounds, windows, kept, low, high, estimate }: RateWithin): RateFigure {
  const counts = { contestant, rounds, windows, kept };
  if (rounds < FEWEST_ROUNDS) return { ...counts, form: 'too few rounds' };
  if (low > 0 && Number.isFinite(high))
    return {
      ...counts,
      form: 'rate',
      rate: { estimate, low, high, level: 0.95, n: rounds, indicative: false },
    };
  if (low > 0) return { ...counts, form: 'at least', perSecond: low };
  return Number.isFinite(high)
    ? { ...counts, form: 'at most', perSecond: high }
    : { ...counts, form: 'not known' };
}

/** The facts about a contestant that a comparison needs. */
type Contestant = Pick<ContestantFacts, 'id' | 'peerOf'>;

/**
 * Compares the contestants in pairs, the main ones, and each of them with its peers: by a ratio those with windows on both
 * sides of the target, and the others without one. On a busy machine there is no verdict.
 *
 * @param options the level and the looks; absent: 95 % by all rounds
 */
export function rateComparisons(
  search: RateSearch,
  contestants: readonly Contestant[],
  options: { readonly level?: number; readonly looks?: readonly Look[] },
): { readonly comparisons: Comparison[]; readonly bounds: BoundsComparison[] } {
  if (isBusy(search)) return { comparisons: [], bounds: [] };
  const { margin = 0.05 } = kindOf('rate-within');
  const { main, families } = familiesOf(contestants);
  const arms = armsOf(search, search.targetMs);
  const groups = [main, ...families.map(({ members }) => members)].map((group) =>
    group.flatMap(({ id }) => arms.find((arm) => arm.id === id) ?? []),
  );
  const found = groups.map((group) => compareRatesWithin(group, { margin, ...options }));
  const shared = { metric: 'rate-within' as const, condition: search.condition };
  return {
    comparisons: found.flatMap(({ ratios }) => ratios.map((pair) => ({ ...shared, ...pair }))),
    bounds: found.flatMap(({ bounds }) => bounds),
  };
}

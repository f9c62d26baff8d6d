import type { Seconds } from '@cpu-bound/measure/model';
import type { Interval } from '@cpu-bound/stats/interval';
import type { Verdict } from '@cpu-bound/stats/verdict';

/** The decision of a run as plain data: the same for the pages, the terminal, the decision record and the browser. */

/** Where a need stands on the page. */
export const GROUPS = ['speed', 'light requests', 'failures', 'costs'] as const;
export type Group = (typeof GROUPS)[number];

/** How two strategies stand to each other by one need. */
export type PairRelation = {
  readonly one: string;
  readonly other: string;
  /** The verdict on `one` ÷ `other`. */
  readonly relation: Verdict;
  /** By how much `one` is better, from the comparison's simultaneous interval: above 1 where it is better. */
  readonly ratio?: Interval;
  /** The smallest such factor that the run would have shown. */
  readonly mde?: number;
};

/**
 * Where a strategy stands by one need. Exactly one of:
 *
 * - `best`: it was shown to be better than every other that has a figure
 * - `equivalent`: no other was shown to be better; it was shown to be equivalent to every other of which that is true,
 *   or to be better than or equivalent to each
 * - `not-shown-behind`: no other was shown to be better, and neither of the above was shown
 * - `behind`: another was shown to be better. Where the pair has a ratio that shows it, `than` is the one with the
 *   largest estimate among those shown to be better, and `factor` is by how much that one is better
 * - `overloaded`: the rate is too high for it; every other with a figure is better
 * - `questioned`: its figures are in doubt, so it is compared with no other
 * - `not-measured`: it has no figure; `why` where that is true by construction (“needs no Redis”)
 */
export type Standing =
  | { readonly kind: 'best' | 'equivalent' | 'not-shown-behind' | 'overloaded' | 'questioned' }
  | { readonly kind: 'behind'; readonly than?: string; readonly factor?: Interval }
  | { readonly kind: 'not-measured'; readonly why?: string };

/** The numbers of a need that an axis shows, where a figure has more than one. */
export type NeedAxis = {
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** By contestant. */
  readonly values: Readonly<Record<string, Interval>>;
};

/** The figures of a need, by contestant. */
export type Measured = {
  /** Under what it was measured: `saturated by 50 connections`. */
  readonly under: string;
  /** Its row in a narrow table, with the unit: `p99 at 66.5/s, ms`. */
  readonly row: string;
  /** Rounds; 0 where it is known by construction. */
  readonly n: number;
  /** The length of a window, where the figure is a percentile of the typical one. */
  readonly windowSeconds?: Seconds;
  /** `177 [162, 190]` */
  readonly figures: Readonly<Record<string, string>>;
  /** The same for a narrow table: `177 (162–190)`. */
  readonly cells: Readonly<Record<string, string>>;
  /** In the unit of the row, where the figure is one number that has an interval. */
  readonly values: Readonly<Record<string, Interval>>;
  /** Which of two figures is better, where they have a ratio. */
  readonly better?: 'higher' | 'lower';
  readonly axis?: NeedAxis;
  /** When, and by how many rounds each time; absent where only one run is known of. */
  readonly when?: readonly { readonly startedAt: string; readonly rounds: number }[];
  /** The number of rounds after which more would tell nothing; absent: that of the last look (docs/adr/0033). */
  readonly enough?: number;
};

/** A need, and what this run found of it. */
export type NeedResult = {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  /** The name of the figures, with their unit. */
  readonly figure: string;
  /** Why it is shown and not counted; absent where it counts. */
  readonly uncounted?: string;
  /** Another need that says the same, by its id: this one has no row of its own. */
  readonly restates?: string;
  /** The question that measures it. */
  readonly question?: string;
  readonly measured?: Measured;
  /** Where there is no figure, and measuring would give none: why. */
  readonly why?: string;
  /** Every two that are compared: that have a figure, or are overloaded. */
  readonly pairs: readonly PairRelation[];
  /** The standing of every option. */
  readonly standings: Readonly<Record<string, Standing>>;
  /** The smallest ratio that the run can resolve: the median over its pairs, and the noun for it. */
  readonly resolution?: { readonly what: string; readonly ratio: number };
};

/** The decision about a set of strategies. */
export type Decision = {
  /** Ids of those that are compared, in the order of the run. */
  readonly options: readonly string[];
  /** By group. */
  readonly needs: readonly NeedResult[];
  /** The options that no other was shown to dominate. */
  readonly undominated: readonly string[];
};

/** Something that would change the answer, or might: one sentence each. */
export type Flip = {
  readonly about: string;
  /** The finding about it; absent where it was not measured. */
  readonly finding?: string;
  /** The question that measures it. */
  readonly question?: string;
};

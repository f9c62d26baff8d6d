import type { Seconds } from '@cpu-bound/measure/model';
import type { Interval, Verdict } from '@cpu-bound/stats/verdict';
import type { Condition } from './plan.ts';

/** A figure of a contestant as a number on an axis, with the value of each round if they were stored. */
export type Amount = Interval & {
  /** The upper end is a deadline, beyond which the bench did not wait. */
  readonly censored?: true;
  readonly rounds?: readonly number[];
};

/** A single number in the unit of its need, with what belongs to it. */
export type NumberCell = {
  readonly kind: 'number';
  readonly value: Amount;
  /** The share of requests without an answer, if it is large enough to be shown. */
  readonly unanswered?: number;
  /** The median latency of the answers, if the number means nothing without it. */
  readonly wait?: Interval;
};

export type CountCell = {
  /** Other requests without an answer, or accepted jobs that were lost, with the usual durability. */
  readonly kind: 'beside a failing task' | 'around a fault' | 'lost jobs';
  readonly count: Amount;
  readonly total?: number;
  /** Around a fault: the time until all was well again. */
  readonly recovery?: Interval & { readonly isOver: boolean };
  /** The means by which its worker ended, if it differs from the others': the count is then compared with none. */
  readonly apart?: string;
};

/** How many windows kept the target: a count, which says no rate. */
type Kept = { readonly kept: number; readonly windows: number };

/** The figure of a contestant for a need, as a value. Words are made of it on the page, and nothing reads them back. */
export type Cell =
  | NumberCell
  | CountCell
  | {
      readonly kind: 'parts';
      readonly lines: number;
      readonly packages: number;
      readonly servers: number;
    }
  /** The windows show one end of the figure, which holds with 97.5 %, and leave the other one open. */
  | ({ readonly kind: 'bound'; readonly side: 'at most' | 'at least'; readonly value: number } & Kept)
  /** The windows show neither end. */
  | ({ readonly kind: 'open'; readonly why: 'not known' | 'too few rounds' } & Kept)
  /** The contestant has no such figure by construction: `no Redis`. */
  | { readonly kind: 'none'; readonly why: string };

export const isCount = (cell: Cell): cell is CountCell => 'count' in cell;

/** Returns a figure's number if it means something alone. */
export const singleNumber = (cell: Cell | undefined): Amount | undefined =>
  cell?.kind === 'number' && !cell.wait ? cell.value : undefined;

/** The answer rows, in the order in which every medium has them. */
export const ROWS = [
  'load',
  'light-low',
  'light',
  'answers',
  'p99',
  'traffic',
  'jobs',
  'failures',
  'costs',
] as const;
export type RowId = (typeof ROWS)[number];

/** The decision of a run as plain data: the same for the pages, the terminal, the decision record and the browser. */

/** The place of a need on the page. */
export const GROUPS = ['speed', 'light requests', 'failures', 'costs'] as const;
export type Group = (typeof GROUPS)[number];

/** The relation of two strategies by one need. */
export type PairRelation = {
  readonly one: string;
  readonly other: string;
  /** The verdict on `one` ÷ `other`; `not-judged` before a look. */
  readonly relation: Verdict;
  /** The factor by which `one` is better, from the comparison's simultaneous interval: above 1 if it is better. */
  readonly ratio?: Interval;
};

/**
 * The standing of a strategy in one need. Exactly one of:
 *
 * - `best`: it was shown to be better than every other that has a figure
 * - `equivalent`: no other was shown to be better. Either it was shown to be equivalent to each other that is not
 *   behind, or each other was shown to be equivalent or worse
 * - `not-shown-behind`: it was judged against another at least, no other was shown to be better, and neither of the
 *   above was shown
 * - `not-judged`: no look has judged it against any other that has a figure
 * - `behind`: another was shown to be better. `than` is the one with the largest estimated `factor`, of those that a
 *   ratio shows to be better; both are absent if no ratio shows it
 * - `overloaded`: the rate is too high for it; every other with a figure is better
 * - `questioned`: its figures are in doubt, so it is compared with no other
 * - `not-measured`: it has no figure; `why` if that is true by construction (“needs no Redis”)
 */
export type Standing =
  | {
      readonly kind: 'best' | 'equivalent' | 'not-shown-behind' | 'not-judged' | 'overloaded' | 'questioned';
    }
  | { readonly kind: 'behind'; readonly than?: string; readonly factor?: Interval }
  | { readonly kind: 'not-measured'; readonly why?: string };

/**
 * The state of a need without a figure, in the word that the terminal, all pages and the record have for it:
 *
 * - `not measured`: this run did not ask for it, or ended before
 * - `no figure`: its question was asked, and no window gave a figure
 */
export const ABSENCES = ['not measured', 'no figure'] as const;
export type Absence = (typeof ABSENCES)[number];

/** The figures of a need, by contestant. */
export type Measured = {
  /** The condition of the measurement: `saturated by 50 connections`. */
  readonly under: string;
  /** The requests per second of an open loop that is the same for all. */
  readonly perSecond?: number;
  /** The load, if the figures are those of an open loop. */
  readonly load?: Condition;
  /** The number of rounds; 0 if the figure is known by construction. */
  readonly n: number;
  /** The length of a window, if the figure is a percentile of the typical window. */
  readonly windowSeconds?: Seconds;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly better: 'higher' | 'lower';
  /** The number of rounds after which more rounds add nothing; absent: that of the last look (docs/adr/0033). */
  readonly enough?: number;
};

/** A need, with the findings of this run. */
export type NeedResult = {
  /** The name for `bench adr --need`. */
  readonly id: string;
  /** The name in every medium, with the rate or the target: `p99 at 45/s`. */
  readonly title: string;
  /** The unit of the figures: `ms`, `/s`, `unanswered`; empty if they are several numbers. */
  readonly unit: string;
  /** The statistic that the figures are, if the title does not say it: `p90`. */
  readonly statistic?: string;
  readonly group: Group;
  /** The matter that it is about, if the picture shows it: a price names one need of each matter. */
  readonly matter?: string;
  /** The answer row that it decides, alone or with others. */
  readonly row?: RowId;
  /** The reason why the need is shown and not counted; absent if it counts. */
  readonly uncounted?: string;
  /** The question that measures the need. */
  readonly question?: string;
  readonly measured?: Measured;
  /** The state of a need that is not `measured`. */
  readonly absence?: Absence;
  /** The reason why measuring would give no figure. */
  readonly why?: string;
  /** All pairs of options that are compared: those that have a figure, or are overloaded. */
  readonly pairs: readonly PairRelation[];
  /** The standing of every option. */
  readonly standings: Readonly<Record<string, Standing>>;
  /** The differences of `what` (`throughputs`) that runs like this one find; absent before a look. */
  readonly resolution?: Resolution & { readonly what: string };
};

/** The ratios, above 1, that runs find which scatter as this one did, by simulation. */
export type Resolution = { readonly byHalf: number; readonly by19of20: number };

/** The decision about a set of strategies. */
export type Decision = {
  /**
   * The ids of the options, in the order of the run: nobody whose answers were wrong, or whose figures are questioned.
   * Whoever takes, ranks or recommends reads this list.
   */
  readonly options: readonly string[];
  /** The needs, sorted by group. */
  readonly needs: readonly NeedResult[];
  /** The options that no other was shown to dominate. */
  readonly undominated: readonly string[];
};

/** A fact that would change the answer, or might: one sentence each. */
export type Flip = {
  readonly about: string;
  /** The finding about it; absent if it was not measured. */
  readonly finding?: string;
  readonly question?: string;
};

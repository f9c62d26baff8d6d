import type { Interval } from '@cpu-bound/stats/interval';
import { pairsUnder } from '../analyse/pairs.ts';
import {
  type Comparison,
  type Condition,
  type Flip,
  type Group,
  type Metric,
  type MetricId,
  type NeedAxis,
  type ScenarioAnalysis,
  type Seconds,
  sameCondition,
  type Undecided,
} from '../model.ts';
import { byComparisons, type Relate } from './relation.ts';

/** A contestant's figure for a need. */
export type Figure = {
  readonly contestant: string;
  /** Never a bare number: `177 [162, 190]`. */
  readonly text: string;
  /** The same for a narrow cell: `177 (162–190)`. */
  readonly cell: string;
  /** Where it is one number that has an interval. */
  readonly value?: Interval;
};

/** The findings of a run about a need. */
export type Answer = {
  /** Under what it was measured: `saturated by 50 connections`. */
  readonly under: string;
  /** Its row in a narrow table: `p99 at 66.5/s, ms`. */
  readonly row: string;
  /** Figures of the measured contestants, in the order of the contestants. */
  readonly figures: readonly Figure[];
  /** Which numbers an axis shows, where a figure is more than one. */
  readonly axis?: NeedAxis;
  /** By contestant: why it cannot have a figure. */
  readonly without?: Readonly<Record<string, string>>;
  /** Contestants without a figure, because this rate would have kept them too busy. */
  readonly overloaded?: readonly string[];
  readonly relate: Relate;
  /** The ratios behind it, where it was compared in pairs. */
  readonly pairs?: readonly Comparison[];
  /** Why it is shown and not counted, where only the run tells: `single needs no Redis`. */
  readonly uncounted?: string;
  /** Rounds; 0 where it was counted and not measured. */
  readonly n: number;
  /** The length of a window, where the figure is a percentile of the typical one. */
  readonly windowSeconds?: Seconds;
  /** The number of rounds after which more would tell nothing; absent: that of the last look. */
  readonly enough?: number;
};

/**
 * A property that a reader may need of an endpoint, and how the findings of a scenario answer it. A need that was not
 * measured stays in the list and says so.
 */
export interface Need<A extends ScenarioAnalysis> {
  /** Its name for `bench adr --need`. */
  readonly id: string;
  /** As a row of the first screen: “throughput”. */
  readonly title: string;
  readonly group: Group;
  /** The name of the figures, with their unit. */
  readonly figure: string;
  /** Where it stands among the others of its group. */
  readonly order: number;
  /** Why it is shown and not counted, in any run: it says the same as another need, or is true by construction. */
  readonly uncounted?: string;
  /** The need that says the same. */
  readonly restates?: string;
  /**
   * The noun for the differences that a run can resolve, in the plural: “throughputs”. Absent where the first screen
   * does not give them.
   */
  readonly resolves?: string;
  /** Undefined where this run cannot tell. */
  answer(found: A, analysis: Undecided): Answer | undefined;
}

/** The contestants that are overloaded under a condition: they have this metric instead of a latency. */
export const overloadedUnder = (metrics: readonly Metric[], condition: Condition): string[] =>
  metrics
    .filter((one) => one.metric === 'overloaded' && sameCondition(one.condition, condition))
    .map(({ contestant }) => contestant);

/** An answer's part that the pairs on one metric under one condition give. */
export function comparedBy(
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Pick<Answer, 'relate' | 'pairs'> {
  const pairs = pairsUnder(comparisons, metric, condition);
  return { pairs, relate: byComparisons(pairs) };
}

/** Needs that no scenario measures: they are in the list, and the answer is how to find out. */
export const unmeasuredNeeds = [
  {
    id: 'machines',
    title: 'growing past one machine',
    group: 'costs',
    figure: '',
    order: 95,
    uncounted: 'no question measures it',
    why: 'docs/scaling.md computes more workers, and has a recipe for distance between the parts',
  },
] as const;

/** As much of a question as a decision reads; `A` is what it finds. */
export interface NeedSource<A extends ScenarioAnalysis> {
  readonly id: string;
  /** It works with any service and any requests: it needs neither the kernel alone nor control of a process. */
  readonly ofRequests?: true;
  /** The needs that it answers: rows of the first screen. */
  readonly needs?: readonly Need<A>[];
  /** The findings that would change the answer; asked also where it was not measured. */
  flips?(found: A | undefined, analysis: Undecided): readonly Flip[];
}

/** Any of them, where what it finds is handed through. */
export type AnyNeedSource = NeedSource<ScenarioAnalysis>;

/** An axis of metrics of the contestants, each in the metric's own unit. */
export const axisOf = (
  unit: string,
  better: NeedAxis['better'],
  shown: readonly (Interval & { readonly contestant: string })[],
): NeedAxis => ({
  unit,
  better,
  values: Object.fromEntries(
    shown.map(({ contestant, estimate, low, high, level, n, indicative }) => [
      contestant,
      { estimate, low, high, level, n, indicative },
    ]),
  ),
});

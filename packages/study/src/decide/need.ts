import { metricsUnder, pairsUnder } from '../analyse/look-up.ts';
import type {
  Comparison,
  Condition,
  Flip,
  Measured,
  Metric,
  MetricId,
  NeedResult,
  ScenarioAnalysis,
  Undecided,
} from '../model.ts';
import { byComparisons, type Relate } from './relation.ts';

/** The findings of a run about a need: what the decision keeps of them, and how they compare. */
export type Answer = Omit<Measured, 'when'> & {
  /** The reason why a contestant cannot have a figure, by contestant. */
  readonly without?: Readonly<Record<string, string>>;
  /** Contestants without a figure, because this rate would have kept them too busy. */
  readonly overloaded?: readonly string[];
  readonly relate: Relate;
  /** The title for this run, with its rate or target: `p99 at 45/s`. */
  readonly title?: string;
  /** The ratios between the contestants, if they were compared in pairs. */
  readonly pairs?: readonly Comparison[];
  /** The reason why the need is shown and not counted, if it depends on the run: `single needs no Redis`. */
  readonly uncounted?: string;
};

/**
 * A property of an endpoint that a reader may need, and the way to derive it from a scenario's findings. A need that
 * was not measured stays in the list and says so.
 */
export interface Need<A extends ScenarioAnalysis>
  extends Pick<NeedResult, 'id' | 'title' | 'unit' | 'statistic' | 'group' | 'matter' | 'row' | 'uncounted'> {
  /** The position among the needs of its group. */
  readonly order: number;
  /**
   * The noun for the differences that a run can resolve, in the plural: “throughputs”. Absent if the first screen does
   * not show them.
   */
  readonly resolves?: string;
  /** True if the need is listed only where it was measured: another one asks the same, and better. */
  readonly onlyIfMeasured?: true;
  /** Undefined if this run has no answer. */
  answer(found: A, analysis: Undecided): Answer | undefined;
}

/** The contestants that are overloaded under a condition: they have this metric instead of a latency. */
export const overloadedUnder = (metrics: readonly Metric[], condition: Condition): string[] =>
  metricsUnder(metrics, 'overloaded', condition).map(({ contestant }) => contestant);

/** Builds the part of an answer that comes from the pairs on one metric under one condition. */
export function comparedBy(
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Required<Pick<Answer, 'relate' | 'pairs'>> {
  const pairs = pairsUnder(comparisons, metric, condition);
  return { pairs, relate: byComparisons(pairs) };
}

/** Needs that no scenario measures: the list has them, with a way to find the answer. */
export const unmeasuredNeeds = [
  {
    id: 'machines',
    title: 'growing past one machine',
    unit: '',
    group: 'costs',
    order: 95,
    uncounted: 'no question measures it',
    why: 'docs/scaling.md computes more workers, and has a recipe for distance between the parts',
  },
] as const;

/** The part of a question that a decision reads; `A` is the type of its findings. */
export interface NeedSource<A extends ScenarioAnalysis> {
  readonly id: string;
  readonly ofRequests?: true;
  /** The needs that the question answers: rows of the first screen. */
  readonly needs?: readonly Need<A>[];
  /** Returns the findings that would change the answer; it is called even if the question was not measured. */
  flips?(found: A | undefined, analysis: Undecided): readonly Flip[];
}

/** Any question, when its findings are only passed on. */
export type AnyNeedSource = NeedSource<ScenarioAnalysis>;

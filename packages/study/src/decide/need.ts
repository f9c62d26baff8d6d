import { LOOKS } from '@cpu-bound/stats/looks';
import type { Interval, Verdict } from '@cpu-bound/stats/verdict';
import { metricsUnder, pairOf, pairsUnder } from '../analyse/look-up.ts';
import { metricOver } from '../analyse/measures.ts';
import { typicalOf } from '../analyse/percentiles.ts';
import type { Comparison, Metric, ScenarioAnalysis, Undecided } from '../model/analysis.ts';
import type { Flip, Measured, NeedResult } from '../model/decision.ts';
import type { Condition } from '../model/plan.ts';
import type { MetricId } from '../model.ts';

/** The findings of a run about a need: what the decision keeps of them, and how they compare. */
export type Answer = Measured & {
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
 * A property of an endpoint that a reader may need, and the way to derive it from a question's findings. A need that
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

/**
 * The relation between two contestants; `not-judged` before a look. It is undefined if they have no figures that this
 * relates, or were not measured together.
 */
export type Relate = (contestant: string, against: string) => Verdict | undefined;

/** Relates by the verdicts on the pairs, whose intervals hold at once (docs/adr/0011). */
export const byComparisons =
  (comparisons: readonly Comparison[]): Relate =>
  (contestant, against) => {
    return pairOf(comparisons, contestant, against)?.verdict;
  };

/**
 * Relates by intervals that do not overlap; lower is better. It serves separate starts, which have no blocks to pair, and
 * waits beyond a deadline, which have no ratio. Two 95 % intervals lie apart by chance in fewer than 1 of 100 cases
 * (Schenker & Gentleman 2001). So all six pairs of four hold at once. The figures are those of the newest look, and
 * before the first one nothing is judged (docs/adr/0033).
 */
export const byIntervals =
  (figures: readonly IntervalOf[]): Relate =>
  (contestant, against) => {
    const found = [contestant, against].flatMap((id) => figures.find((each) => each.contestant === id) ?? []);
    if (found.length < 2) return undefined;
    const [one, other] = found.map(atLook);
    if (!one || !other || one.indicative || other.indicative) return 'not-judged';
    if (one.low === other.high && other.low === one.high) return 'equivalent'; // in every round
    if (one.low <= other.high && other.low <= one.high) return 'inconclusive';
    return one.estimate < other.estimate ? 'better' : 'worse';
  };

/** Five rounds of each lie apart by chance in 2 of 252 orders, so all six pairs of four hold at once. */
export const ROUNDS_TO_LIE_APART = 5;

/**
 * Relates by rounds: all of one lie below all of the other, and lower is better. It serves figures that hardly vary
 * between rounds, and needs fewer rounds than an interval. More rounds can only withdraw such a verdict. The verdict is
 * `equivalent` if every round of both is the same.
 */
export const byRounds =
  (figures: readonly Pick<Metric, 'contestant' | 'rounds'>[]): Relate =>
  (contestant, against) => {
    const [one = [], other = []] = [contestant, against].map(
      (id) => figures.find((each) => each.contestant === id)?.rounds,
    );
    if (Math.min(one.length, other.length) === 0) return undefined;
    if (Math.min(one.length, other.length) < ROUNDS_TO_LIE_APART) return 'not-judged';
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

/** Relates by the first of these that has figures of both. */
export const firstOf =
  (...relations: readonly Relate[]): Relate =>
  (contestant, against) => {
    for (const relate of relations) {
      const relation = relate(contestant, against);
      if (relation !== undefined) return relation;
    }
    return undefined;
  };

/**
 * Relates by several figures: better in one and worse in none. Better in one and worse in another is `inconclusive`.
 * Without a difference, one that is not judged leaves all of them so.
 */
export const inAllRespects =
  (...relations: readonly Relate[]): Relate =>
  (contestant, against) => {
    const found = relations.flatMap((relate) => relate(contestant, against) ?? []);
    if (found.length === 0) return undefined;
    const [isBetter, isWorse] = [found.includes('better'), found.includes('worse')];
    if (isBetter !== isWorse) return isBetter ? 'better' : 'worse';
    if (isBetter) return 'inconclusive';
    if (found.includes('not-judged')) return 'not-judged';
    return found.every((relation) => relation === 'equivalent') ? 'equivalent' : 'inconclusive';
  };

/** A contestant's figure that is not compared in pairs. */
export type IntervalOf = Interval &
  Pick<Metric, 'contestant'> &
  Partial<Pick<Metric, 'metric' | 'condition' | 'rounds' | 'windows'>>;

/**
 * The factor that widens an interval from the second look on. Two 95 % intervals that touch differ with p = 0.0056, the
 * first look's 3.6 % over six pairs. Later looks have 0.7 %, which is p = 0.0012: 3.25 normal quantiles instead of
 * 2.77.
 */
const LATER = 1.17;

/**
 * Returns a figure as of the newest look, which covers the rounds until then; undefined before the first look. The
 * interval of a percentile never extends beyond the lowest and highest of its windows.
 */
export function atLook(figure: IntervalOf): IntervalOf | undefined {
  const look = LOOKS.findLastIndex(({ rounds }) => rounds <= (figure.rounds?.length ?? figure.n));
  const until = LOOKS[look]?.rounds;
  if (until === undefined) return undefined;
  if (!Number.isFinite(figure.high)) return figure;
  const then = { ...figure, ...ofRounds(figure, until) };
  if (look === 0) return then;
  const each = figure.windows?.each ?? [];
  const [lowest, highest] = [each.map(({ fromSent }) => fromSent), each.map(({ fromDue }) => fromDue)];
  return {
    ...then,
    low: Math.max(then.estimate - LATER * (then.estimate - then.low), lowerBound(lowest)),
    high: Math.min(then.estimate + LATER * (then.high - then.estimate), upperBound(highest)),
  };
}

const lowerBound = (values: readonly number[]) =>
  values.length > 0 ? Math.min(...values) : Number.NEGATIVE_INFINITY;
const upperBound = (values: readonly number[]) =>
  values.length > 0 ? Math.max(...values) : Number.POSITIVE_INFINITY;

/** Returns the interval over this number of rounds; undefined if the figure lacks a value in some round. */
function ofRounds({ metric, condition, contestant, rounds = [], windows }: IntervalOf, until: number) {
  if (!metric || !condition || rounds.length <= until) return undefined;
  if (windows) {
    const roundsOfLook = new Set([...new Set(windows.each.map(({ round }) => round))].slice(0, until));
    return typicalOf(windows.each.filter(({ round }) => roundsOfLook.has(round)));
  }
  const first = new Map(rounds.slice(0, until).map((value, index) => [index, value]));
  return metricOver({ contestant, metric, condition }, first)[0];
}

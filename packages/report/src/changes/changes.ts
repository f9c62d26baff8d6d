import { type RunInterval, ratioBetween } from '@cpu-bound/stats/between-runs';
import type { Interval } from '@cpu-bound/stats/verdict';
import { pairsAmong, type Verdict, verdictOf } from '@cpu-bound/stats/verdict';
import {
  afterToBefore,
  type CheckoutPair,
  checkoutPairs,
  withReference,
} from '@cpu-bound/study/analyse/look-up';
import { isCounted, relationIn } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type Comparison,
  type Condition,
  conditionKey,
  kindOf,
  type MetricId,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { cellText } from '../tables/figures.ts';

/** The change of one figure of one contestant, from one run to another or from one checkout to another. */
export type Change = {
  readonly contestant: string;
  /** `p50` of the figure `p50, 50 % of the throughput of the slowest` */
  readonly metric: string;
  readonly figure: string;
  /** After ÷ before; the intervals of all changes hold at once. Absent for counts, or for too few rounds. */
  readonly ratio?: Interval;
  readonly verdict: Verdict;
};

/** `throughput`; a percentile of the light route, which the id calls `hello`: `light requests, p50` */
const metricName = (metric: MetricId): string =>
  kindOf(metric).name ?? metric.replace(/^latency-/, '').replace(/^hello-(.*)/, 'light requests, $1');

/**
 * Names a figure with the condition of its measurement.
 *
 * @param headline the input that the name leaves out, as it leaves out that the closed loop saturates
 */
export function figureNames(
  id: MetricId,
  condition: Condition,
  headline: Condition['input'],
): Pick<Change, 'metric' | 'figure'> {
  const { connections, load, of, ...others } = condition.setting;
  const input = wording.input(condition);
  const isHeadline = wording.input({ ...condition, input: headline }) === input;
  const isSaturated = Object.keys(condition.setting).join() === 'connections';
  const metric = metricName(id);
  const parts = [
    metric,
    isHeadline ? '' : input,
    load === undefined ? '' : wording.load(condition),
    connections === undefined || isSaturated ? '' : format.count(connections, 'connection'),
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
  ];
  return { metric, figure: parts.filter((part) => part !== '').join(', ') };
}

export const withVerdict = <C extends Change>(changes: readonly C[], ...verdicts: readonly Verdict[]): C[] =>
  verdicts.flatMap((verdict) => changes.filter((change) => change.verdict === verdict));

/** The change of a figure, from the other checkout to this one. */
export type CheckoutChange = Change & {
  /** The counts of the other checkout and of this one, because counts have no ratio. */
  readonly counts?: readonly [before: string, after: string];
};

/** Finds the changes in each figure of both checkouts that has a better and a worse, contestant by contestant. */
export function changesIn(analysis: Analysis): CheckoutChange[] {
  const { contestants, scenarios } = analysis;
  const comparisons = Object.values(scenarios).flatMap((found) => found.comparisons);
  const compared = afterToBefore(comparisons, contestants);
  return checkoutPairs(contestants).flatMap((pair) => [
    ...compared
      .filter(({ contestant }) => contestant === pair.after.id)
      .map((comparison) => changeOf(comparison, analysis)),
    ...countsOf(pair, analysis),
  ]);
}

function changeOf(comparison: Comparison, { run }: Analysis): CheckoutChange {
  const { contestant, metric, condition, ratio, verdict } = comparison;
  const named = { contestant, ...figureNames(metric, condition, run.workload.headline) };
  return { ...named, ratio: verdict === 'not-judged' ? undefined : ratio, verdict };
}

/** Returns the changes in questions that compare no pairs: the requests that a fault cost, and other counts. */
function countsOf(
  { after, before }: CheckoutPair,
  { decision, families, scenarios }: Analysis,
): CheckoutChange[] {
  const { needs } = families[after.id] ?? decision;
  return needs.filter(isCounted).flatMap(({ title, question, measured, pairs }) => {
    const [was, is] = [before, after].map(({ id }) => measured?.cells[id]);
    const isPaired = (scenarios[question ?? '']?.comparisons.length ?? 0) > 0;
    if (isPaired || !measured?.n || !was || !is) return [];
    const verdict = relationIn(pairs, after.id, before.id);
    const counts = [cellText(was), cellText(is)] as const;
    return [{ contestant: after.id, metric: title, figure: title, counts, verdict }];
  });
}

/** The change of a contestant's multiple of the baseline. */
export type RunChange = Change & {
  /** The baseline of both runs. */
  readonly against: string;
  readonly earlier: Interval;
  readonly later: Interval;
  /** The change is for the worse, and all of its interval lies beyond the threshold. */
  readonly isRegression: boolean;
};

/** A contestant as a multiple of the baseline of its run. */
type Multiple = RunInterval & { readonly pair: Comparison };

/**
 * Finds the changes from one run to a later one, in every figure that has a better and a worse. Ratios are formed
 * within each run, because the hour affects the figures themselves.
 *
 * @param threshold ratio − 1 that does not matter
 */
export function changesBetween(earlier: Analysis, later: Analysis, threshold: number): RunChange[] {
  const before = multiplesIn(earlier);
  const common = [...multiplesIn(later)].flatMap(([key, to]) => {
    const from = before.get(key);
    return from ? [[from, to] as const] : [];
  });
  return common.map(([from, to]) => {
    const { metric, condition, contestant, against } = to.pair;
    const ratio = ratioBetween(from, to, common.length);
    const higherIsBetter = kindOf(metric).better === 'higher';
    const isBeyond = ratio && (higherIsBetter ? ratio.high < 1 / (1 + threshold) : ratio.low > 1 + threshold);
    return {
      contestant,
      against,
      ...figureNames(metric, condition, later.run.workload.headline),
      earlier: from.interval,
      later: to.interval,
      ratio,
      verdict: ratio ? verdictOf(ratio, { margin: threshold, higherIsBetter }) : 'not-judged',
      isRegression: isBeyond === true,
    };
  });
}

/**
 * Returns the multiples of a run's own baseline, which cancel the speed of the machine. Answers per CPU second are left
 * out, because they are the inverse of the CPU time per request.
 */
function multiplesIn({ scenarios, run: { baseline }, contestants }: Analysis): Map<string, Multiple> {
  const pairs = pairsAmong(contestants.length);
  const multiples = Object.entries(scenarios).flatMap(([question, { comparisons }]) =>
    withReference(comparisons, (id) => (id === baseline ? undefined : baseline))
      .filter(({ metric }) => metric !== 'answers-per-cpu-second')
      .map((pair): [string, Multiple] => {
        const { metric, condition, contestant, ratio } = pair;
        const key = [question, metric, contestant, baseline, conditionKey(condition)].join(' ');
        // The coverage of this interval alone, apart from its family.
        return [key, { pair, interval: ratio, ownLevel: 1 - (1 - ratio.level) / pairs }];
      }),
  );
  return new Map(multiples);
}

import type { Interval, Verdict } from '@cpu-bound/stats/verdict';
import * as format from '@cpu-bound/study/format';
import { type Condition, kindOf, type MetricId } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';

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

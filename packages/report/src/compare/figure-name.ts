import * as format from '@cpu-bound/study/format';
import { type Condition, kindOf, type MetricId } from '@cpu-bound/study/model';

/** `throughput`; a percentile of the light route, which the id calls `hello`: `light requests, p50` */
export const metricName = (metric: MetricId): string =>
  kindOf(metric).name ?? metric.replace(/^latency-/, '').replace(/^hello-(.*)/, 'light requests, $1');

/**
 * Names a figure and the condition of its measurement: `p50, 50 % of the throughput of the slowest`.
 *
 * @param headline the input that the name leaves out, as it leaves out that the closed loop saturates
 */
export function figureName(metric: MetricId, condition: Condition, headline: Condition['input']): string {
  const { connections, load, of, ...others } = condition.setting;
  const input = format.input(condition);
  const isHeadline = format.input({ ...condition, input: headline }) === input;
  const isSaturated = Object.keys(condition.setting).join() === 'connections';
  return [
    metricName(metric),
    isHeadline ? '' : input,
    load === undefined ? '' : format.load(condition),
    connections === undefined || isSaturated ? '' : format.count(connections, 'connection'),
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

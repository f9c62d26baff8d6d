import * as format from '@cpu-bound/study/format';
import type { Condition, MetricId } from '@cpu-bound/study/model';

/** Metrics whose names are abbreviations. A percentile of the light route belongs to `/hello`. */
const NAMES: Readonly<Partial<Record<MetricId, string>>> = {
  'cpu-ms-per-request': 'CPU time per request',
  'rss-peak': 'memory',
  'wait-p50': 'median wait of the answers',
  'answered-share': 'share of requests that were answered',
  'answers-per-cpu-second': 'answers per CPU second',
  'share-max': 'share of the busiest worker',
};

/** `throughput`, `light requests, p50` */
export const metricName = (metric: MetricId): string =>
  NAMES[metric] ?? metric.replace(/^latency-/, '').replace(/^hello-(.*)/, 'light requests, $1');

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

import * as format from '@cpu-bound/study/format';
import type { Condition, MetricId } from '@cpu-bound/study/model';

/** Metrics whose names are abbreviations; a percentile of the light route is that of `/hello`. */
const NAMES: Readonly<Partial<Record<MetricId, string>>> = {
  'cpu-ms-per-request': 'CPU time per request',
  'rss-peak': 'memory',
  'share-max': 'share of the busiest worker',
};

const nameOf = (metric: MetricId): string =>
  NAMES[metric] ?? metric.replace(/^latency-/, '').replace(/^hello-(.*)/, 'light requests, $1');

/**
 * What a figure is and under what it was measured: `throughput, 50 connections`.
 *
 * @param headline the input that goes without saying
 */
export function figureName(metric: MetricId, condition: Condition, headline?: Condition['input']): string {
  const { connections, load, of, ...others } = condition.setting;
  const input = format.input(condition);
  const isHeadline = headline !== undefined && format.input({ ...condition, input: headline }) === input;
  return [
    nameOf(metric),
    isHeadline ? '' : input,
    load === undefined ? '' : format.load(condition),
    connections === undefined ? '' : format.count(connections, 'connection'),
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

import * as format from '@cpu-bound/study/format';
import type { Condition, MetricId } from '@cpu-bound/study/model';

/**
 * What a figure is and under what it was measured: `throughput, connections 50`.
 *
 * @param headline the input that goes without saying
 */
export function figureName(metric: MetricId, condition: Condition, headline?: Condition['input']): string {
  const setting = Object.entries(condition.setting).map(([name, value]) => `${name} ${value}`);
  const input = format.input(condition);
  const isHeadline = headline !== undefined && format.input({ ...condition, input: headline }) === input;
  return [metric, isHeadline ? '' : input, setting.join(' ')].filter((part) => part !== '').join(', ');
}

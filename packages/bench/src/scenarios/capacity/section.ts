import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
} from '../../report/metric-table.ts';
import { comparedMeaning, comparisonLines } from '../../report/sentences.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'of the limit', metric: 'limit-fraction', show: format.percent },
];

/** The tables, the picture, and what they say. */
export function capacitySection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'capacity');
  const rates = found?.metrics.filter(({ metric }) => metric === 'throughput') ?? [];
  if (!found || rates.length === 0) return NOTHING;
  const { connections, seconds, rounds } = found.setting;
  const { cores } = analysis.environment;
  const conditions = conditionsIn(rates);
  const title = (condition: Condition) => {
    const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
    const text = limit
      ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${cores} cores`
      : '';
    return `**${format.input(condition)}** — ${connections} connections, ${seconds} s${text}`;
  };
  const groups = conditions.map((condition) => ({
    name: format.input(condition),
    comparisons: found.comparisons.filter((one) => sameCondition(one.condition, condition)),
  }));
  const wording = (ratio: string) => `answers ${ratio} times as many requests as`;
  return [
    `Closed loop: ${connections} connections, each sending its next request when it has its answer; ${seconds} s a window, ${format.count(Number(rounds), 'round')}, a fresh process in each. Only answers that the oracle accepted count. The physical limit is cores ÷ kernel time, the kernel timed alone in the same rounds.`,
    `**Predicted.** One process reaches at most 1/${cores} of the limit; a strategy that uses every core comes near to it, the nearer the larger the task.`,
    chart('capacity.svg'),
    ...conditions.map(
      (condition) =>
        `${title(condition)}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`,
    ),
    source(found),
    format.intervalNote(rates),
    chart('capacity-ratios.svg'),
    comparedMeaning(comparisonLines(analysis, groups, wording), found.comparisons),
    chart('capacity-rounds.svg'),
  ].join('\n\n');
}

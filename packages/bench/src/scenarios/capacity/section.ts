import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  metricTable,
  NOTHING,
  subjectsIn,
} from '../../report/metric-table.ts';
import { claimLines, claims, meaning } from '../../report/sentences.ts';
import type { Page } from '../scenario.ts';
import type { CapacityAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'of the limit', metric: 'limit-fraction', show: format.percent },
];
const wording = (ratio: string) => `answers ${ratio} times as many requests as`;

/** The tables, the picture, and what they say. */
export function capacitySection(found: CapacityAnalysis, { analysis, chart }: Page): string {
  const rates = found.metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return NOTHING;
  const { cores } = analysis.environment;
  const conditions = conditionsIn(rates);
  const variants = subjectsIn(analysis, rates).filter(({ variantOf }) => variantOf !== undefined);
  const beside =
    variants.length > 0
      ? ` Beside the contestants, and compared with their own only: ${variants.map(({ title }) => title).join(', ')}.`
      : '';
  return [
    `Closed loop: ${found.connections} connections, each sending its next request when it has its answer; windows of ${found.seconds} s, the contestants in turn within seconds, several blocks in each of ${format.count(found.rounds, 'round')}, and in each round a fresh process. Only answers that the oracle accepted count.${beside} The physical limit is cores ÷ the kernel's CPU time on all cores at once, beside every block.`,
    `**Predicted.** One process reaches at most 1/${cores} of the limit; a strategy that uses every core comes near to it, the nearer the larger the task.`,
    chart('capacity.svg'),
    ...conditions.map((condition) => {
      const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
      const text = limit
        ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${cores} cores`
        : '';
      const title = `**${format.input(condition)}** — ${found.connections} connections${text}`;
      return `${title}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`;
    }),
    format.intervalNote(rates),
    chart('capacity-ratios.svg'),
    meaning(
      claimLines(
        analysis,
        conditions.map((condition) => ({
          name: format.input(condition),
          comparisons: pairsUnder(found.comparisons, 'throughput', condition),
        })),
        wording,
      ),
    ),
    chart('capacity-rounds.svg'),
  ].join('\n\n');
}

/** All pairs on the headline's input. */
export function capacityHighlight({ comparisons }: CapacityAnalysis, analysis: Analysis): string[] {
  return comparisons.length === 0
    ? []
    : [`**throughput**: ${claims(analysis, comparisons, wording).join('; ')}`];
}

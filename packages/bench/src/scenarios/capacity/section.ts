import { pairsUnder } from '../../analyse/pairs.ts';
import { amongMain } from '../../decide/among.ts';
import type { Analysis, Condition } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  metricTable,
  NOTHING,
  subjectsIn,
} from '../../report/metric-table.ts';
import { claimLine, pairsTable } from '../../report/sentences.ts';
import type { Page, Section } from '../scenario.ts';
import type { CapacityAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'of the limit', metric: 'limit-fraction', show: format.percent },
];

/** Who answers more, how near that comes to what the machine can do, and the tables. */
export function capacitySection(found: CapacityAnalysis, { analysis, chart }: Page): Section {
  const rates = found.metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return NOTHING;
  const conditions = conditionsIn(rates);
  return {
    says: conditions.flatMap((condition) => [
      ...claimLine(
        analysis,
        `Answers with ${format.input(condition)}`,
        pairsUnder(found.comparisons, 'throughput', condition),
        (ratio) => `gives ${ratio} times as many as`,
      ),
      ...ofTheLimit(found, analysis, condition),
    ]),
    charts: [chart('capacity.svg')],
    details: [
      method(found, analysis),
      ...conditions.flatMap((condition) => tables(found, analysis, condition)),
      format.intervalNote(rates),
      chart('capacity-ratios.svg'),
      chart('capacity-rounds.svg'),
    ],
  };
}

/** What the machine could answer if the kernel were all there is, and how much of it each reaches. */
function ofTheLimit({ metrics }: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const limit = findMetric(metrics, 'kernel', 'limit', condition);
  if (!limit) return [];
  const shares = amongMain(analysis).contestants.flatMap(({ id, title }) => {
    const share = findMetric(metrics, id, 'limit-fraction', condition);
    return share ? [`${title} ${(share.estimate * 100).toFixed(0)} %`] : [];
  });
  return [
    `Of the ${format.number(limit.estimate)} answers/s that ${analysis.environment.cores} cores could give if the kernel were all there is: ${shares.join(', ')}`,
  ];
}

function method({ connections, seconds, rounds, metrics }: CapacityAnalysis, analysis: Analysis): string {
  const { cores } = analysis.environment;
  const isContestant = (id: string) => analysis.contestants.some((one) => one.id === id);
  const variants = subjectsIn(analysis, metrics).filter(({ id }) => !isContestant(id));
  const beside =
    variants.length > 0
      ? ` Beside the contestants, and compared with their own only: ${variants.map(({ title }) => title).join(', ')}.`
      : '';
  return `Closed loop: ${connections} connections, each sending its next request when it has its answer; windows of ${seconds} s, the contestants in turn within seconds, several blocks in each of ${format.count(rounds, 'round')}, and in each round a fresh process. Only answers that the oracle accepted count.${beside} The physical limit is cores ÷ the kernel's CPU time on all cores at once, beside every block.

**Predicted.** One process reaches at most 1/${cores} of the limit; a strategy that uses every core comes near to it, the nearer the larger the task.`;
}

function tables(found: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
  const text = limit
    ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${analysis.environment.cores} cores`
    : '';
  return [
    `**${format.input(condition)}** — ${found.connections} connections${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`,
    pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition)),
  ];
}

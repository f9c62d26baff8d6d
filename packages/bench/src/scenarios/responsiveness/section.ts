import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition, Metric } from '../../model.ts';
import { besideTheory } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, findMetric, metricTable, NOTHING } from '../../report/metric-table.ts';
import { claimLine, pairsTable } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';
import type { Page, Section } from '../scenario.ts';
import type { ResponsivenessAnalysis } from './analysis.ts';

const columns: readonly Column[] = (['hello-p50', 'hello-p90', 'hello-p99'] as const).map((metric) => ({
  title: `${metric.replace('hello-', '')} (ms)`,
  metric,
  show: format.censored,
}));

/** How long a light request waits, the tables, and what theory predicted. */
export function responsivenessSection(found: ResponsivenessAnalysis, { analysis, chart }: Page): Section {
  const medians = found.metrics.filter(({ metric }) => metric === 'hello-p50');
  const conditions = conditionsIn(medians);
  if (conditions.length === 0) return NOTHING;
  const pairs = (condition: Condition) => pairsUnder(found.comparisons, 'hello-p50', condition);
  return {
    says: conditions.flatMap((condition) => [
      ...waits(found, analysis, condition),
      ...claimLine(
        analysis,
        `Of these`,
        pairs(condition),
        (ratio) => `lets it wait ${ratio} times as long as`,
      ),
    ]),
    charts: [chart('responsiveness.svg')],
    details: [
      `\`GET /hello\` does no work. It was asked for ${found.perSecond} times a second on a schedule of its own, its latency counted from the intended time, while the heavy route had an open load or was saturated by a closed loop, which went on until the last of them was answered or ${format.duration(found.timeoutMs)} old. ${format.count(found.rounds, 'round')}.`,
      '**Predicted.** Where the work is done on the event loop that answers, a light request waits behind it: for the task that runs, where the loop turns between two tasks, or for all that came before, where it does not. Where the work is handed over, it does not wait.',
      ...conditions.flatMap((condition) => [
        `**${format.loadName(condition)}** — ${format.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'hello-p50')}`,
        pairsTable(analysis, pairs(condition)),
      ]),
      `${format.intervalNote(medians)} The verdict is on the median; there is none where one was longer than what was waited for.`,
    ],
    ...theory(found, analysis, conditions),
  };
}

/** A median, or that it was longer than what was waited for. */
export const shortWait = (metric: Metric): string =>
  format.isBeyond(metric) ? format.censored(metric) : format.duration(metric.estimate);

/** `1,212 → 0.56 ms` rather than a ratio of thousands. */
function waits(
  { metrics }: ResponsivenessAnalysis,
  { contestants }: Analysis,
  condition: Condition,
): string[] {
  const parts = contestants.flatMap(({ id, title }) => {
    const metric = findMetric(metrics, id, 'hello-p50', condition);
    return metric ? [`${title} ${shortWait(metric)}`] : [];
  });
  return parts.length > 0
    ? [`Median of a light request, ${format.loadName(condition)}: ${parts.join(', ')}`]
    : [];
}

/** The mean wait of a light request that shares the loop with the work, predicted, beside what it waited. */
function theory(
  { metrics }: ResponsivenessAnalysis,
  { contestants }: Analysis,
  conditions: readonly Condition[],
): { theory?: string } {
  const rows = conditions.flatMap((condition) =>
    contestants.flatMap(({ id, title }) => {
      const observed = findMetric(metrics, id, 'hello-mean', condition);
      const predicted = findMetric(metrics, id, 'predicted-hello-mean', condition);
      if (!observed || !predicted) return [];
      return [[`${title}, ${format.loadName(condition)}`, ...besideTheory(observed, predicted)]];
    }),
  );
  if (rows.length === 0) return {};
  return {
    theory: `The mean wait on the event loops that compute, with the kernel's own times: for the task that runs where the loop turns between tasks (the first class of a non-preemptive priority queue, Cobham), else for all before it (n × M/G/1, Pollaczek–Khinchine).\n\n${table(['mean of /hello (ms)', 'observed', 'on the same loop', 'residual'], rows)}`,
  };
}

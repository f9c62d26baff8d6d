import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition } from '../../model.ts';
import { besideTheory } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, findMetric, metricTable, NOTHING } from '../../report/metric-table.ts';
import { claimLines, meaning } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';
import type { Page } from '../scenario.ts';
import type { ResponsivenessAnalysis } from './analysis.ts';

const columns: readonly Column[] = (['hello-p50', 'hello-p90', 'hello-p99'] as const).map((metric) => ({
  title: `${metric.replace('hello-', '')} (ms)`,
  metric,
  show: format.censored,
}));

/** `80 % of …`, or how it was saturated. */
export const loadName = (condition: Condition): string =>
  condition.setting.load === undefined
    ? `saturated by ${condition.setting.connections} connections`
    : format.load(condition);

/** The tables, the picture, and what they say. */
export function responsivenessSection(found: ResponsivenessAnalysis, { analysis, chart }: Page): string {
  const medians = found.metrics.filter(({ metric }) => metric === 'hello-p50');
  const conditions = conditionsIn(medians);
  if (conditions.length === 0) return NOTHING;
  return [
    `\`GET /hello\` does no work. It was asked for ${found.perSecond} times a second on a schedule of its own, its latency counted from the intended time, while the heavy route had an open load or was saturated by a closed loop, which went on until the last of them was answered or ${format.duration(found.timeoutMs)} old. ${format.count(found.rounds, 'round')}.`,
    '**Predicted.** Where the work is done on the event loop that answers, a light request waits behind it: for the task that runs, where the loop turns between two tasks, or for all that came before, where it does not. Where the work is handed over, it does not wait.',
    chart('responsiveness.svg'),
    ...conditions.map(
      (condition) =>
        `**${loadName(condition)}** — ${format.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'hello-p50')}`,
    ),
    `${format.intervalNote(medians)} The verdict is on the median; there is none where one was longer than what was waited for.`,
    theory(found, analysis, conditions),
    meaning([
      ...waits(found, analysis, conditions),
      ...claimLines(
        analysis,
        conditions.map((condition) => ({
          name: loadName(condition),
          comparisons: pairsUnder(found.comparisons, 'hello-p50', condition),
        })),
        (ratio) => `lets a light request wait ${ratio} times as long (median) as`,
      ),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `1,212 → 0.56 ms` rather than a ratio of thousands. */
function waits(
  found: ResponsivenessAnalysis,
  { contestants }: Analysis,
  conditions: readonly Condition[],
): string[] {
  return conditions.flatMap((condition) => {
    const parts = contestants.flatMap(({ id, title }) => {
      const metric = findMetric(found.metrics, id, 'hello-p50', condition);
      if (!metric) return [];
      const time = format.isBeyond(metric) ? format.censored(metric) : format.duration(metric.estimate);
      return [`${title} ${time}`];
    });
    return parts.length > 0
      ? [`Median of a light request, ${loadName(condition)}: ${parts.join(', ')}.`]
      : [];
  });
}

/** The mean wait of a light request that shares the loop with the work, predicted, beside what it waited. */
function theory(
  { metrics }: ResponsivenessAnalysis,
  { contestants }: Analysis,
  conditions: readonly Condition[],
): string {
  const rows = conditions.flatMap((condition) =>
    contestants.flatMap(({ id, title }) => {
      const observed = findMetric(metrics, id, 'hello-mean', condition);
      const predicted = findMetric(metrics, id, 'predicted-hello-mean', condition);
      if (!observed || !predicted) return [];
      return [[`${title}, ${loadName(condition)}`, ...besideTheory(observed, predicted)]];
    }),
  );
  if (rows.length === 0) return '';
  return `**Beside theory.** The mean wait on the event loops that compute, with the kernel's own times: for the task that runs where the loop turns between tasks (the first class of a non-preemptive priority queue, Cobham), else for all before it (n × M/G/1, Pollaczek–Khinchine).\n\n${table(['mean of /hello (ms)', 'observed', 'on the same loop', 'residual'], rows)}`;
}

/** Saturated, where it hurts most. */
export function responsivenessHighlight(found: ResponsivenessAnalysis, analysis: Analysis): string[] {
  const saturated = conditionsIn(found.metrics).filter(({ setting }) => setting.load === undefined);
  return waits(found, analysis, saturated).map((line) => `**light requests**: ${line.slice(0, -1)}`);
}

import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition } from '../../model.ts';
import { besideTheory, failed } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, findMetric, metricTable, NOTHING } from '../../report/metric-table.ts';
import { claimLines, claims, meaning } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';
import type { Page } from '../scenario.ts';
import type { LatencyAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
  { title: 'p99 (ms)', metric: 'latency-p99' },
  { title: 'p99.9 (ms)', metric: 'latency-p99.9' },
  { title: 'realised load', metric: 'utilisation', show: format.percent },
];
const wording = (ratio: string) => `takes ${ratio} times as long (median) as`;
/** More would be a list that nobody reads. */
const MOST_NAMED = 3;
const isShared = ({ setting }: Condition) => setting.of === 'slowest';

/** The tables, the pictures, what theory says, and what it means. */
export function latencySection(found: LatencyAnalysis, { analysis, chart }: Page): string {
  // First what can be compared, then the curves.
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'latency-p50')).sort(
    (a, b) => Number(isShared(b)) - Number(isShared(a)),
  );
  if (conditions.length === 0) return NOTHING;
  return [
    `Open loop: Poisson arrivals, their number and times fixed beforehand and the same for every contestant of a block, over keep-alive connections used in turn; ${found.seconds} s a window, ${format.count(found.rounds, 'round')}, a fresh process in each. A load is a share of a capacity, as the closed loops of the rounds so far have measured it: of the slowest contestant's, so that all have the same requests per second and can be compared; or of each one's own, which shows its curve. Latency counts from when a request was due; by how much the generator sent late widens the interval downwards. A request without an answer counts at its timeout.`,
    '**Predicted.** What shares one queue (a pool, a job queue) waits less than what pins connections to workers, and both less than one process; the more so the higher the load.',
    chart('latency.svg'),
    ...conditions.map(
      (condition) =>
        `**At ${format.load(condition)}** — ${format.input(condition)}, keep-alive\n\n${metricTable(analysis, found, condition, columns, isShared(condition) ? 'latency-p50' : undefined)}`,
    ),
    `${format.intervalNote(found.metrics)} The verdict is on the median, at the shared loads. A percentile is left out where fewer than 20 samples lie beyond it.`,
    ...(conditions.some((condition) => !isShared(condition)) ? [chart('latency-own.svg')] : []),
    theory(found, analysis, conditions),
    meaning([
      ...claimLines(
        analysis,
        conditions.map((condition) => ({
          name: `At ${format.load(condition)}`,
          comparisons: pairsUnder(found.comparisons, 'latency-p50', condition),
        })),
        wording,
      ),
      ...failures(found, analysis, conditions),
    ]),
  ].join('\n\n');
}

const rowsOf = (found: LatencyAnalysis, { contestants }: Analysis, conditions: readonly Condition[]) =>
  conditions.flatMap((condition) =>
    contestants.flatMap(({ id, title }) => {
      const observed = findMetric(found.metrics, id, 'latency-mean', condition);
      const predicted = findMetric(found.metrics, id, 'predicted-latency-mean', condition);
      return observed ? [{ condition, id, title, observed, predicted }] : [];
    }),
  );

/** Predicted, observed, residual of the mean, by the model that was named beforehand. */
function theory(found: LatencyAnalysis, analysis: Analysis, conditions: readonly Condition[]): string {
  const rows = rowsOf(found, analysis, conditions).map(({ condition, id, title, observed, predicted }) => [
    `${title}, ${format.load(condition)}`,
    found.models[id] ?? '',
    ...besideTheory(observed, predicted),
  ]);
  return `**Beside theory.** The mean latency that a queueing model predicts from the kernel's CPU time and the realised rate: one shared queue (M/G/n, Allen–Cunneen) where requests are dealt out, pinned queues (n × M/G/1, Pollaczek–Khinchine) where connections are, one server (M/G/1) where there are no workers.\n\n${table(['mean latency (ms)', 'model', 'observed', 'predicted', 'residual'], rows)}`;
}

function failures(found: LatencyAnalysis, analysis: Analysis, conditions: readonly Condition[]): string[] {
  const rows = rowsOf(found, analysis, conditions);
  const wrong = rows.filter((row) => failed(row.observed, row.predicted));
  if (wrong.length === 0) return [];
  const names = wrong.map(({ title, condition }) => `${title} at ${format.load(condition)}`);
  const which =
    wrong.length > MOST_NAMED
      ? `${wrong.length} of ${rows.length} means (marked in the table)`
      : names.join(', ');
  return [
    `The model's prediction failed for ${which}: what it leaves out (HTTP, hand-overs, fewer cores than runnable threads) is larger than the scatter.`,
  ];
}

/** At the highest load that all can bear. */
export function latencyHighlight(found: LatencyAnalysis, analysis: Analysis): string[] {
  const shared = conditionsIn(found.metrics).filter(isShared);
  const [most] = shared.sort((a, b) => (b.setting.load ?? 0) - (a.setting.load ?? 0));
  if (!most) return [];
  const pairs = pairsUnder(found.comparisons, 'latency-p50', most);
  return pairs.length === 0
    ? []
    : [`**latency** at ${format.load(most)}: ${claims(analysis, pairs, wording).join('; ')}`];
}

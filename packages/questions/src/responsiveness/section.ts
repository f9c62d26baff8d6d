import { encodingOf } from '@cpu-bound/report/charts/palette';
import { header, renderSvg } from '@cpu-bound/report/charts/render';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { percentileColumns } from '../columns.ts';
import type { ResponsivenessAnalysis } from './analyse.ts';

const WHY =
  'An event loop does one thing at a time. A task on it, as in a single process and a cluster, lets a light request wait until it ends; a task on another thread or in another process does not ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)).';

const columns = percentileColumns('hello', 'p50', 'p90', 'p99');

/** Reports how long a light request waits, with the tables. */
export function section(found: ResponsivenessAnalysis, { analysis, chart }: Page): Section {
  const medians = named(found.metrics, 'hello-p50');
  const conditions = conditionsIn(medians);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [...conditions].reverse().flatMap((condition) => [
      ...waits(found, analysis, condition),
      ...findings(analysis, found, 'hello-p50', condition, {
        what: 'median `/hello` latency',
        where: ` ${underLoad(condition)}`,
      }),
    ]),
    why: WHY,
    charts: [chart('responsiveness.svg')],
    details: [
      `\`GET /hello\` does no work. The bench requests it ${found.perSecond} times a second on a schedule of its own, and latency counts from the scheduled time. Meanwhile an open loop loads the heavy endpoint, or a closed loop saturates it. The closed loop runs until every \`/hello\` has its answer, or has waited for ${format.duration(found.timeoutMs)}. ${format.thereWere(found.rounds, 'round')}.`,
      ...conditions.flatMap((condition) => [
        `**${wording.loadName(condition)}** — ${wording.input(condition)}${wording.windowsUnder(condition, medians)}\n\n${metricTable(analysis, found, condition, columns, 'hello-p50')}`,
        pairsTable(analysis, found, 'hello-p50', condition),
      ]),
      `${wording.intervalNote(medians)} Verdicts compare medians. There is no verdict if a median exceeds the time that the bench waits.`,
    ],
  };
}

/** `at 50 % of the throughput of the slowest`, or `while saturated by 50 connections`. */
const underLoad = (condition: Condition): string =>
  `${condition.setting.load === undefined ? 'while' : 'at'} ${wording.loadName(condition)}`;

/** Shows a median; if it exceeds the time that the bench waits, `>` and that time. */
const shortWait = (metric: Metric): string =>
  format.isBeyond(metric) ? format.interval(metric) : format.duration(metric.estimate);

/** Writes `1,212 → 0.56 ms` rather than a ratio of thousands. */
function waits(
  { metrics }: ResponsivenessAnalysis,
  { contestants }: Analysis,
  condition: Condition,
): string[] {
  const parts = contestants.flatMap(({ id, title }) => {
    const metric = findMetric(metrics, id, 'hello-p50', condition);
    return metric ? [`${title} ${shortWait(metric)}`] : [];
  });
  return parts.length > 0 ? [`Median \`/hello\` latency ${underLoad(condition)}: ${parts.join(', ')}`] : [];
}

/** Draws percentiles of `/hello` on a logarithmic axis, with a panel per load. */
export async function charts({ metrics }: ResponsivenessAnalysis, analysis: Analysis): Promise<Chart[]> {
  const values = metrics
    .filter(({ metric }) => metric.startsWith('hello-p'))
    .map(({ contestant, metric, condition, estimate, low, high }) => ({
      contestant,
      percentile: metric.replace('hello-', ''),
      load: wording.loadName(condition),
      estimate,
      low,
      high,
    }));
  if (values.length === 0) return [];
  const panels = [...new Set(values.map(({ load }) => load))];
  const { order, color, shape } = encodingOf(analysis, values, 'legend');
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: 'latency of /hello in the typical window (ms, logarithmic)',
    scale: { type: 'log', nice: false, padding: 12 },
  };
  const y = { field: 'percentile', type: 'nominal', title: null, sort: ['p50', 'p90', 'p99'] };
  const yOffset = { field: 'contestant', sort: order };
  const svg = await renderSvg({
    title: 'How long a light request takes',
    data: { values },
    facet: { row: { field: 'load', type: 'nominal', title: null, sort: panels, header } },
    spec: {
      width: 560,
      height: { step: 12, for: 'offset' },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 3 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, yOffset, color },
        },
        {
          mark: { type: 'point', filled: true, size: 80, opacity: 1 },
          encoding: { x, y, yOffset, color, shape },
        },
      ],
    },
  });
  return [{ file: 'responsiveness.svg', alt: 'Latency percentiles of /hello, under each load', svg }];
}

import { encodingOf } from '@cpu-bound/report/charts/palette';
import { header, renderSvg } from '@cpu-bound/report/charts/render';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { percentileColumns } from '../columns.ts';
import type { ResponsivenessAnalysis } from './analyse.ts';

const WHY =
  'A task on the event loop, as in a single process and a cluster, lets a light request wait until it ends ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)). A task on another thread or in another process does not.';

const columns = percentileColumns('hello', 'p50', 'p90', 'p99');

/** Shows how long a light request waits, in tables. */
export function section(found: ResponsivenessAnalysis, { analysis, chart }: Page): Section {
  const medians = named(found.metrics, 'hello-p50');
  const conditions = conditionsIn(medians);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('responsiveness.svg')],
    details: [
      ...conditions.flatMap((condition) => {
        const compared = condition.setting.load === undefined ? 'hello-p50' : 'hello-p90';
        return [
          `**${wording.loadName(condition)}**\n\n${metricTable(analysis, found, condition, columns, compared)}`,
          pairsTable(analysis, found, compared, condition),
        ];
      }),
    ],
  };
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

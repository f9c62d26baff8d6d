import { encodingOf } from '@cpu-bound/report/charts/palette';
import { header, renderSvg } from '@cpu-bound/report/charts/render';
import type { Chart } from '@cpu-bound/report/question';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { ResponsivenessAnalysis } from './analyse.ts';

/** Draws percentiles of `/hello` on a logarithmic axis, with a panel per load. */
export async function charts({ metrics }: ResponsivenessAnalysis, analysis: Analysis): Promise<Chart[]> {
  const values = metrics
    .filter(({ metric }) => metric.startsWith('hello-p'))
    .map(({ contestant, metric, condition, estimate, low, high }) => ({
      contestant,
      percentile: metric.replace('hello-', ''),
      load: format.loadName(condition),
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

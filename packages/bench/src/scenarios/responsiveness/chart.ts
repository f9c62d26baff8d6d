import { marksOf } from '../../charts/palette.ts';
import { header, renderSvg } from '../../charts/render.ts';
import type { Analysis } from '../../model.ts';
import type { Chart } from '../scenario.ts';

/** Percentiles of `/hello` on a logarithmic axis, idle above saturated. */
export async function responsivenessCharts(analysis: Analysis): Promise<Chart[]> {
  const metrics = analysis.scenarios.responsiveness?.metrics ?? [];
  if (metrics.length === 0) return [];
  const values = metrics.map(({ contestant, metric, condition, estimate, low, high }) => ({
    contestant,
    percentile: metric.replace('hello-', ''),
    load: condition.connections === 0 ? 'idle' : `saturated by ${condition.connections} connections`,
    estimate,
    low,
    high,
  }));
  const { domain, colours, shapes } = marksOf(analysis.contestants);
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: 'latency of /hello (ms, logarithmic)',
    scale: { type: 'log' },
  };
  const y = { field: 'percentile', type: 'nominal', title: null, sort: ['p50', 'p90', 'p99'] };
  const yOffset = { field: 'contestant', sort: domain };
  const color = { field: 'contestant', type: 'nominal', scale: { domain, range: colours }, title: null };
  const shape = { field: 'contestant', type: 'nominal', scale: { domain, range: shapes }, title: null };
  const svg = await renderSvg({
    title: 'How long a light request takes',
    data: { values },
    facet: { row: { field: 'load', type: 'nominal', title: null, header } },
    spec: {
      width: 560,
      height: { step: 12, for: 'offset' } as never,
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
  } as never);
  return [{ file: 'responsiveness.svg', alt: 'Latency percentiles of /hello, idle and under load', svg }];
}

import { marksOf } from '../../charts/palette.ts';
import { header, renderSvg } from '../../charts/render.ts';
import type { Analysis } from '../../model.ts';
import { input } from '../../report/format.ts';
import type { Chart } from '../scenario.ts';

/** Server CPU per request over the kernel's own time: what the strategy adds. */
export async function costCharts(analysis: Analysis): Promise<Chart[]> {
  const metrics = analysis.scenarios.cost?.metrics ?? [];
  const values = metrics
    .filter(({ metric }) => metric === 'cpu-ms-per-request' || metric === 'kernel-ms')
    .map(({ contestant, metric, condition, estimate, low, high }) => ({
      contestant,
      metric,
      input: input(condition),
      estimate,
      low,
      high,
    }));
  if (!values.some(({ metric }) => metric === 'cpu-ms-per-request')) return [];
  const { domain, colours, shapes } = marksOf(analysis.contestants);
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: 'CPU milliseconds per request, Redis included',
    scale: { zero: true },
  };
  const y = { field: 'contestant', type: 'nominal', sort: domain, title: null };
  const color = { field: 'contestant', type: 'nominal', scale: { domain, range: colours }, legend: null };
  const shape = { field: 'contestant', type: 'nominal', scale: { domain, range: shapes }, legend: null };
  const servers = { filter: "datum.metric === 'cpu-ms-per-request'" };
  const svg = await renderSvg({
    title: 'What a request costs, against the kernel alone (dashed)',
    data: { values },
    facet: {
      row: {
        field: 'input',
        type: 'nominal',
        title: null,
        sort: [...new Set(values.map((value) => value.input))],
        header,
      },
    },
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: 560,
      height: { step: 26 },
      layer: [
        {
          transform: [servers],
          mark: { type: 'rule', strokeWidth: 3 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
        },
        {
          transform: [servers],
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
          encoding: { x, y, color, shape },
        },
        {
          transform: [{ filter: "datum.metric === 'kernel-ms'" }],
          mark: { type: 'rule', strokeDash: [5, 4], color: '#666666', strokeWidth: 2 },
          encoding: { x },
        },
      ],
    },
  } as never);
  return [{ file: 'cost.svg', alt: 'CPU time per request of each contestant, and of the kernel alone', svg }];
}

import { LIMIT_COLOUR, marksOf } from '../../charts/palette.ts';
import { renderSvg } from '../../charts/render.ts';
import type { Analysis } from '../../model.ts';
import { input } from '../../report/format.ts';
import type { Chart } from '../scenario.ts';

/** Throughput with its interval, one panel per input, and the physical limit as a dashed line. */
export async function capacityCharts(analysis: Analysis): Promise<Chart[]> {
  const metrics = analysis.scenarios.capacity?.metrics ?? [];
  const values = metrics
    .filter(({ metric }) => metric === 'throughput' || metric === 'limit')
    .map(({ contestant, metric, condition, estimate, low, high }) => ({
      contestant,
      metric,
      input: input(condition),
      estimate,
      low,
      high,
    }));
  if (values.length === 0) return [];
  const { domain, colours, shapes } = marksOf(analysis.contestants);
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: 'verified answers per second',
    scale: { zero: true },
  };
  const y = { field: 'contestant', type: 'nominal', sort: domain, title: null };
  const color = { field: 'contestant', type: 'nominal', scale: { domain, range: colours }, legend: null };
  const shape = { field: 'contestant', type: 'nominal', scale: { domain, range: shapes }, legend: null };
  const contestants = { filter: "datum.metric === 'throughput'" };
  const limit = { filter: "datum.metric === 'limit'" };
  const svg = await renderSvg({
    title: 'Throughput against the physical limit (dashed)',
    data: { values },
    facet: {
      row: { field: 'input', type: 'nominal', title: null, sort: [...new Set(values.map((v) => v.input))] },
    },
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: 560,
      height: { step: 26 },
      layer: [
        {
          transform: [contestants],
          mark: { type: 'rule', strokeWidth: 3 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
        },
        {
          transform: [contestants],
          mark: { type: 'point', filled: true, size: 90 },
          encoding: { x, y, color, shape },
        },
        {
          transform: [limit],
          mark: { type: 'rule', strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 },
          encoding: { x },
        },
      ],
    },
  } as never);
  return [
    {
      file: 'capacity.svg',
      alt: 'Throughput of each contestant with its interval, and the physical limit',
      svg,
    },
  ];
}

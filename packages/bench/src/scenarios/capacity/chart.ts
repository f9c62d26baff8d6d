import { forestPlot } from '../../charts/forest.ts';
import { LIMIT_COLOUR, marksOf } from '../../charts/palette.ts';
import { header, renderSvg } from '../../charts/render.ts';
import { roundsStrip } from '../../charts/rounds.ts';
import type { Analysis, Condition } from '../../model.ts';
import { input } from '../../report/format.ts';
import { THROUGHPUT_MARGIN } from '../../stats/verdict.ts';
import type { Chart } from '../scenario.ts';

/** The answer, the ratios that the verdicts rest on, and the rounds behind them. */
export async function capacityCharts(analysis: Analysis): Promise<Chart[]> {
  const { metrics = [], comparisons = [] } = analysis.scenarios.capacity ?? {};
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const panel = ({ condition }: { condition: Condition }) => input(condition);
  const title = 'Throughput against the baseline, with the margin of ±5 %';
  return [
    {
      file: 'capacity.svg',
      alt: 'Throughput of each contestant with its interval, and the physical limit',
      svg: await throughputChart(analysis),
    },
    {
      file: 'capacity-ratios.svg',
      alt: 'Ratios of throughput to the baseline with intervals and the margin band',
      svg: await forestPlot(analysis, comparisons, { title, margin: THROUGHPUT_MARGIN, panel }),
    },
    {
      file: 'capacity-rounds.svg',
      alt: 'Throughput of each round',
      svg: await roundsStrip(analysis, rates, { title: 'Every round', unit: 'answers/s', panel }),
    },
  ];
}

/** Throughput with its interval, one panel per input, and the physical limit as a dashed line. */
async function throughputChart(analysis: Analysis): Promise<string> {
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
  return renderSvg({
    title: 'Throughput against the physical limit (dashed)',
    data: { values },
    facet: {
      row: {
        field: 'input',
        type: 'nominal',
        title: null,
        sort: [...new Set(values.map((v) => v.input))],
        header,
      },
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
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
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
}

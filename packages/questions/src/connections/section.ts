import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, ConnectionPolicy, Metric } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { percentileColumns } from '../columns.ts';
import type { ConnectionsAnalysis } from './analyse.ts';

const WHY =
  '`node:cluster` distributes connections, round-robin except on Windows, so all requests of a connection go to one process ([Node.js: cluster](https://nodejs.org/api/cluster.html#how-it-works)). A pool and a queue distribute requests.';

const columns: readonly Column[] = [
  { title: 'largest share', metric: 'share-max', show: format.percent },
  { title: 'smallest share', metric: 'share-min', show: format.percent },
  ...percentileColumns('latency', 'p50', 'p90', 'p99'),
];
/** The spread is uneven if a worker's share exceeds an even one by this factor. */
const UNEVEN = 1.2;
/** `50 connections, chosen at random` or `a new connection for each request`. */
export function wayName({ setting }: Condition): string {
  const { policy = 'random', connections } = setting;
  return policy === 'per-request' ? WAYS[policy] : `${connections} connections, ${WAYS[policy]}`;
}

const WAYS: Readonly<Record<ConnectionPolicy, string>> = {
  random: 'chosen at random',
  'in-turn': 'used in turn',
  'most-recent': 'the most recently used first',
  'per-request': 'a new connection for each request',
};

/** Names the contestants that spread the work unevenly, with the tables. */
export function section(found: ConnectionsAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(named(found.metrics, 'share-max'));
  if (conditions.length === 0) return NOTHING;
  return {
    says: conditions.map((condition) => spread(found, analysis, condition)),
    why: WHY,
    charts: [chart('connections.svg')],
    details: [
      matrixTable(analysis, found, conditions, { name: wayName, columns }),
      ...conditions.map((condition) => pairsTable(analysis, found, 'share-max', condition)),
    ],
  };
}

/** Names the contestants that spread the work unevenly, by the lower end of the interval. */
function spread(
  { metrics, workers }: { readonly metrics: readonly Metric[]; readonly workers: number },
  analysis: Analysis,
  condition: Condition,
): string {
  const uneven = subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
    const share = findMetric(metrics, id, 'share-max', condition);
    return share && share.low > UNEVEN / workers
      ? [`${title} gave one worker ${format.percent(share)} of the answers`]
      : [];
  });
  const even = `an even share is ${(100 / workers).toFixed(0)} %`;
  return uneven.length > 0
    ? `${wayName(condition)}: ${uneven.join('; ')} (${even})`
    : `${wayName(condition)}: no contestant was shown to give one worker a fifth more than an even share (${even})`;
}

/** Draws the largest share of the answers that one worker gave; the dashed line is an even spread. */
export const charts = ({ metrics, workers }: ConnectionsAnalysis, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'share-max'), {
    file: 'connections.svg',
    alt: 'Largest share of the answers by one worker, for each way of connecting',
    title: 'How evenly the work spreads; an even share dashed',
    axis: 'largest share of one worker',
    line: 1 / workers,
    panel: ({ condition }) => wayName(condition),
  });

import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { alsoFor } from '../columns.ts';
import type { WithRounds } from '../measures.ts';
import { payloadName } from './analyse.ts';

const WHY =
  'A body is copied to a thread unless its memory is transferred ([`postMessage`](https://nodejs.org/api/worker_threads.html#portpostmessagevalue-transferlist)), and crosses two sockets on its way through Redis. A cluster works on it where it arrives.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50' },
  { title: 'CPU per request, with Redis (ms)', metric: 'cpu-ms-per-request' },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis (MiB)', metric: 'redis-rss', show: format.mebibytes },
];

/** Shows how the throughput of each strategy depends on the size of a body, in tables. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(named(found.metrics, 'throughput')).sort(
    (a, b) => Number(a.input.in) - Number(b.input.in) || Number(a.input.out) - Number(b.input.out),
  );
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('payload.svg')],
    details: [
      matrixTable(analysis, found, conditions, { name: payloadName, columns }),
      ...conditions.flatMap((condition) =>
        alsoFor(payloadName(condition), pairsTable(analysis, found, 'throughput', condition)),
      ),
    ],
  };
}

/** Draws the answers per second with each body. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'throughput'), {
    file: 'payload.svg',
    alt: 'Throughput of each contestant with each size of body',
    title: 'Answers per second with large bodies',
    axis: 'answers/s',
    panel: ({ condition }) => payloadName(condition),
  });

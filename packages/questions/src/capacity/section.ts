import { forestPlot } from '@cpu-bound/report/charts/forest';
import { roundsStrip } from '@cpu-bound/report/charts/rounds';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Condition, MANY_UNANSWERED } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { input } from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { CapacityAnalysis } from './analyse.ts';

const WHY =
  'JavaScript runs on one thread, so a process computes on one core ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)). The others use all cores, less what they add to each request: a message to a thread, a round trip to Redis.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'cores used', metric: 'cpu-used' },
  { title: 'answers per CPU s', metric: 'answers-per-cpu-second' },
];

/** Reports where a worker was idle or requests went unanswered, with the tables. */
export function section(found: CapacityAnalysis, { analysis, chart }: Page): Section {
  const rates = named(found.metrics, 'throughput');
  if (rates.length === 0) return NOTHING;
  const conditions = conditionsIn(rates);
  return {
    says: conditions.flatMap((condition) => [
      ...uneven(found, analysis, condition),
      ...unanswered(found, analysis, condition),
    ]),
    why: WHY,
    charts: [chart('capacity.svg')],
    details: [
      ...conditions.flatMap((condition) => tables(found, analysis, condition)),
      chart('capacity-ratios.svg'),
      chart('capacity-rounds.svg'),
    ],
  };
}

/** A fork that gave less than this share of an even part was idle for a time that throughput shows. */
const EVEN = 0.9;

/** Says where connections were dealt so unevenly that a worker was idle while others had requests that waited. */
function uneven({ metrics }: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  return subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
    const least = findMetric(metrics, id, 'least-share', condition);
    return least && least.high < EVEN
      ? [
          `${title}: the worker with the fewest answers gave ${format.percent(least)} of an even part; it had too few connections, or none`,
        ]
      : [];
  });
}

/** Names the share of requests that each contestant left without an answer, if it is large enough to be shown. */
function unanswered({ metrics }: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const each = subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
    const share = findMetric(metrics, id, 'unanswered', condition);
    return share && share.estimate > MANY_UNANSWERED ? [`${title} ${format.percent(share)}`] : [];
  });
  return each.length > 0 ? [`Requests without an answer: ${each.join(', ')}`] : [];
}

function tables(found: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
  const text = limit ? `: physical limit ${format.interval(limit)} answers/s` : '';
  return [
    `**${wording.input(condition)}**${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`,
    pairsTable(analysis, found, 'throughput', condition),
  ];
}

/** Draws the answer, the ratios behind the verdicts, and the rounds behind the ratios. */
export async function charts(found: CapacityAnalysis, analysis: Analysis): Promise<Chart[]> {
  const { metrics, comparisons } = found;
  const rates = named(metrics, 'throughput');
  if (rates.length === 0) return [];
  const panel = ({ condition }: { condition: Condition }) => input(condition);
  // The limit belongs to the workload's own kernel. Faster code exceeds it, and would take up the whole axis.
  const others = analysis.contestants.flatMap(({ id, kernel }) => (kernel === undefined ? [] : [id]));
  const limited = metrics.filter(({ contestant }) => !others.includes(contestant));
  // The cost of computing requests from a file is not known.
  const limit = analysis.run.workload.requests ? undefined : 'limit';
  const title = 'Throughput of all pairs, with the margin of ±5 %';
  return [
    ...(await intervalChart(analysis, limited, {
      file: 'capacity.svg',
      alt: `Throughput of each contestant with its interval${limit ? ', and the physical limit' : ''}`,
      title: limit
        ? 'Throughput against the physical limit (dashed, with its interval)'
        : 'Throughput of each target',
      axis: 'verified answers per second',
      metric: 'throughput',
      ...(limit && { reference: limit }),
    })),
    ...(comparisons.length > 0
      ? [
          {
            file: 'capacity-ratios.svg',
            alt: 'Ratios of throughput of all pairs with intervals and the margin band',
            svg: await forestPlot(analysis, comparisons, { title, margin: 0.05 }),
          },
        ]
      : []),
    {
      file: 'capacity-rounds.svg',
      alt: 'Throughput of each round',
      svg: await roundsStrip(analysis, rates, { title: 'Every round', unit: 'answers/s', panel }),
    },
  ];
}

import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { table } from '@cpu-bound/report/tables/table';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { isSaturated, rateOf } from './analyse.ts';

const WHY =
  'Each process and each thread has a heap of its own; threads share the rest of their process ([worker threads](https://nodejs.org/api/worker_threads.html)). A job costs CPU time in Redis and in both clients, too.';

type CodeFacts = NonNullable<Analysis['contestants'][number]['code']>;

const columns: readonly Column[] = [
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'beyond the kernel', metric: 'overhead-ms' },
  { title: 'of which Redis', metric: 'redis-cpu-ms-per-request' },
  { title: 'load generator (not included)', metric: 'generator-cpu-ms-per-request' },
  { title: 'MiB', metric: 'memory', show: format.mebibytes },
  { title: 'peak resident MiB', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis MiB', metric: 'redis-rss', show: format.mebibytes },
  { title: 'cores while not asked', metric: 'idle-cpu' },
  { title: 'MiB by its /metrics', metric: 'rss-told', show: format.mebibytes },
  { title: 'event loops busy by its /metrics', metric: 'loop-busy-told', show: format.percent },
];

/**
 * Shows CPU time and memory of each part. Shares are printed, not subtracted: on few cores contention is not additive.
 */
export function section(found: ScenarioAnalysis, { analysis, chart }: Page): Section {
  const cpu = named(found.metrics, 'cpu-ms-per-request');
  if (cpu.length === 0) return NOTHING;
  const conditions = conditionsIn(cpu);
  const saturated = conditions.filter(isSaturated);
  return {
    says: [],
    why: WHY,
    charts: [chart('cost.svg')],
    details: [
      ...conditions.flatMap((condition) => [
        conditionTable(analysis, found, condition),
        pairsTable(analysis, found, 'cpu-ms-per-request', condition),
      ]),
      standing(analysis, found.metrics, saturated[0]),
    ],
  };
}

/** `50 connections`, `66.5 requests/s` */
function loadText({ metrics }: ScenarioAnalysis, condition: Condition): string {
  const perSecond = rateOf(metrics, condition);
  return perSecond === undefined
    ? `${condition.setting.connections} connections`
    : `${format.number(perSecond)} requests/s`;
}

function conditionTable(analysis: Analysis, found: ScenarioAnalysis, condition: Condition): string {
  const kernel = findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  const alone = kernel ? `: the kernel alone ${format.interval(kernel)} ms` : '';
  return `**${loadText(found, condition)}**${alone}\n\n${metricTable(analysis, found, condition, columns)}`;
}

/** Shows the costs of a strategy that do not depend on the load: its start-up, its code, its dependencies. */
function standing(analysis: Analysis, metrics: readonly Metric[], condition: Condition | undefined): string {
  const counts: readonly (readonly [string, keyof CodeFacts])[] = [
    ['lines to own', 'lines'],
    ['dependencies', 'directDependencies'],
    ['all dependencies', 'allDependencies'],
  ];
  const rows = analysis.contestants.map(({ id, title, code }) => {
    const startUp = condition && findMetric(metrics, id, 'startup', condition);
    const counted = counts.map(([, count]) => String(code?.[count] ?? '–'));
    return [title, startUp ? format.interval(startUp) : '–', ...counted, String(startUp?.n ?? 0)];
  });
  const header = ['', 'start-up (ms)', ...counts.map(([name]) => name), 'n'];
  return `**Independent of the load**\n\n${table(header, rows)}`;
}

/** Draws the server's CPU time per request ÷ the kernel's own time: the overhead of the strategy. */
export const charts = ({ metrics }: ScenarioAnalysis, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'cpu-ms-per-request').length > 0 ? metrics : [], {
    file: 'cost.svg',
    alt: 'CPU time per request of each contestant, and of the kernel alone',
    title: 'What a request costs, against the kernel alone (dashed)',
    axis: 'CPU milliseconds per request, Redis included',
    metric: 'cpu-ms-per-request',
    reference: 'kernel-ms',
  });

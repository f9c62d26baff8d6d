import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { type Finding, findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { table } from '@cpu-bound/report/tables/table';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { isSaturated, lowRate, rateOf } from './analyse.ts';

const WHY =
  'Each process and each thread has a heap of its own, and loads the code again; threads share the rest of their process ([worker threads](https://nodejs.org/api/worker_threads.html)). A job costs CPU time in Redis and in both clients beside its task.';

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

/** The price of memory, and the figure that stands for it where a run has no other. */
const MEMORIES = [
  { metric: 'memory', what: 'memory' },
  { metric: 'rss-peak', what: 'resident memory' },
] as const;

const RESIDENT =
  'the sum of the peaks of resident memory of the processes. What they share, such as the code of Node.js, counts in each';

/** Explains which memory a run has. */
const memoryIs = (metrics: readonly Metric[]) =>
  metrics.some(({ metric }) => metric === 'memory')
    ? `Memory is what the processes would need on a machine of their own at the end of a window: pages that they share, such as the code of Node.js, count once. Beside it is ${RESIDENT}.`
    : `Memory is resident memory: ${RESIDENT}, so several processes need less than the sum. Newer runs on Linux count shared pages once.`;

/**
 * Shows CPU time and memory of each part. Shares are printed, not subtracted: on few cores contention is not additive.
 */
export function section(found: ScenarioAnalysis, { analysis, chart }: Page): Section {
  const cpu = named(found.metrics, 'cpu-ms-per-request');
  if (cpu.length === 0) return NOTHING;
  const conditions = conditionsIn(cpu);
  const saturated = conditions.filter(isSaturated);
  const atRate =
    saturated.length < conditions.length
      ? ', and at the low rate, where what the strategy does without a request, and light requests beside, count, too'
      : '';
  const [main] = [...[lowRate(found.metrics)].filter((condition) => condition !== undefined), ...saturated];
  return {
    says: [
      ...(main ? comparedAt(found, analysis, main) : []),
      ...memory(analysis, found.metrics, main),
      ...overheads(analysis, found.metrics, saturated),
    ],
    why: WHY,
    charts: [chart('cost.svg')],
    details: [
      `CPU time per request is the CPU time of the service’s processes and of its Redis, divided by the number of answers; ended processes are included. It is measured in the closed loop of the throughput question${atRate}. The kernel is the function that a task computes, called alone. “Beyond the kernel” is the CPU time per request minus the kernel’s CPU time in the same block. ${memoryIs(found.metrics)} “Cores while not asked” is the CPU time of a contestant while another one is measured: it would spoil the figures of all. Start-up is the time from the start of the process to the first 200 of \`/readyz\`.`,
      '**Predicted.** A request needs the kernel’s CPU time, and more to reach it: HTTP for all, a message between threads for the pool, several round trips to Redis for the queue. Each process has its own runtime in memory.',
      ...conditions.flatMap((condition) => [
        conditionTable(analysis, found, condition),
        pairsTable(analysis, found, 'cpu-ms-per-request', condition),
      ]),
      standing(analysis, found.metrics, saturated[0]),
      wording.intervalNote(cpu),
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

/** Compares memory and CPU time under one condition: at a rate, the sentences name it. */
function comparedAt(found: ScenarioAnalysis, analysis: Analysis, condition: Condition): Finding[] {
  const at = isSaturated(condition) ? '' : ` at ${loadText(found, condition)}`;
  return [...MEMORIES, { metric: 'cpu-ms-per-request', what: 'CPU time per request' } as const].flatMap(
    ({ metric, what }) => findings(analysis, found, metric, condition, { what: `${what}${at}` }),
  );
}

function conditionTable(analysis: Analysis, found: ScenarioAnalysis, condition: Condition): string {
  const kernel = findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  const alone = kernel
    ? `; the kernel takes ${format.interval(kernel)} ms without HTTP, while all cores compute (n = ${kernel.n})`
    : '';
  return `**${wording.input(condition)}** — ${loadText(found, condition)}${alone}\n\n${metricTable(analysis, found, condition, columns)}`;
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
  return `**Independent of the load** — Lines to own exclude blank lines, comments and, in newer runs, imports. They count the files that the contestant's command loads: its own and those that it shares in this repository. Newer runs leave out the function, its loading and the OpenAPI document, so that a written service counts as its strategy does. Dependencies are the packages that these files import; older runs have those of its own files. All dependencies include what is installed for these packages.\n\n${table(header, rows)}`;
}

/** Reports the time that the strategy adds to the kernel's, if its interval shows that it adds any. */
function overheads(
  analysis: Analysis,
  metrics: readonly Metric[],
  conditions: readonly Condition[],
): string[] {
  return conditions.flatMap((condition) => {
    const kernel = findMetric(metrics, 'kernel', 'kernel-ms', condition);
    const parts = analysis.contestants.flatMap(({ id, title }) => {
      const added = findMetric(metrics, id, 'overhead-ms', condition);
      if (!added) return [];
      return [
        added.low > 0
          ? `${title} ${format.interval(added)} ms`
          : `${title} ${format.interval(added)} ms (no cost was shown)`,
      ];
    });
    const alone = ` beyond the ${kernel ? `${format.number(kernel.estimate)} ms of the ` : ''}kernel`;
    return parts.length > 0
      ? [`CPU time per request${alone}, with ${wording.input(condition)}: ${parts.join('; ')}`]
      : [];
  });
}

function memory(
  { contestants }: Analysis,
  metrics: readonly Metric[],
  condition: Condition | undefined,
): string[] {
  return MEMORIES.flatMap(({ metric, what }) => {
    const parts = contestants.flatMap(({ id, title }) => {
      const found = condition && findMetric(metrics, id, metric, condition);
      return found ? [`${title} ${format.number(found.estimate / 2 ** 20)} MiB`] : [];
    });
    return parts.length > 0 ? [`In ${what}: ${parts.join(', ')}`] : [];
  });
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

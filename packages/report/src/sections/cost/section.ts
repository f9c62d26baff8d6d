import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '@cpu-bound/study/model';
import { type Column, metricTable, NOTHING } from '../../tables/metric-table.ts';
import { findings, pairsTable } from '../../tables/sentences.ts';
import { table } from '../../tables/table.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'beside the kernel', metric: 'overhead-ms' },
  { title: 'of it Redis', metric: 'redis-cpu-ms-per-request' },
  { title: 'load generator’s CPU ms, apart', metric: 'generator-cpu-ms-per-request' },
  { title: 'peak MiB', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis MiB', metric: 'redis-rss', show: format.mebibytes },
  { title: 'MiB by its /metrics', metric: 'rss-told', show: format.mebibytes },
  { title: 'event loops busy by its /metrics', metric: 'loop-busy-told', show: format.percent },
];

/** CPU and memory by whom. Shares are printed, not subtracted: on few cores contention is not additive. */
export function costSection(found: ScenarioAnalysis, { analysis, chart }: Page): Section {
  const cpu = found.metrics.filter(({ metric }) => metric === 'cpu-ms-per-request');
  if (cpu.length === 0) return NOTHING;
  const conditions = conditionsIn(cpu);
  const pairs = (condition: Condition) => pairsUnder(found.comparisons, 'cpu-ms-per-request', condition);
  return {
    says: [
      ...beside(analysis, found.metrics, conditions),
      ...memory(analysis, found.metrics, conditions),
      ...conditions.flatMap((condition) =>
        findings(analysis, pairsUnder(found.comparisons, 'rss-peak', condition), { what: 'peak memory' }),
      ),
      ...conditions.flatMap((condition) =>
        findings(analysis, pairs(condition), { what: 'CPU time of a request' }),
      ),
    ],
    charts: [chart('cost.svg')],
    details: [
      'CPU seconds of every process of the service, and of Redis where it has one, over the windows of the headline’s closed loop, divided by the answers; beside the kernel is what is left of it after the kernel’s own CPU time in the same block. Memory is the sum of the peaks of its processes; start-up is from spawn to the first 200 of `/readyz`.',
      '**Predicted.** A request costs what the kernel takes, and what it takes to get it there: HTTP for all, a hop between threads for the pool, several trips to Redis for the queue. Each process brings a runtime of its own into memory.',
      ...conditions.flatMap((condition) => [
        conditionTable(analysis, found, condition),
        pairsTable(analysis, pairs(condition)),
      ]),
      standing(analysis, found.metrics, conditions[0]),
      format.intervalNote(cpu),
      idle(found.metrics),
    ],
  };
}

function conditionTable(analysis: Analysis, found: ScenarioAnalysis, condition: Condition): string {
  const kernel = findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  const alone = kernel ? `; the kernel alone takes ${format.interval(kernel)} ms (n = ${kernel.n})` : '';
  return `**${format.input(condition)}** — ${condition.setting.connections} connections${alone}\n\n${metricTable(analysis, found, condition, columns)}`;
}

/** What a strategy adds that does not depend on the load: its start-up, its code, its dependencies. */
function standing(analysis: Analysis, metrics: readonly Metric[], condition: Condition | undefined): string {
  const rows = analysis.contestants.map(({ id, title, code }) => {
    const startUp = condition && findMetric(metrics, id, 'startup', condition);
    const counts = code
      ? [code.lines, code.files, code.linesWithShared, code.directDependencies, code.allDependencies].map(
          String,
        )
      : Array(5).fill('–');
    return [title, startUp ? format.interval(startUp) : '–', ...counts, String(startUp?.n ?? 0)];
  });
  const header = [
    '',
    'start-up (ms)',
    'lines of code',
    'files',
    'lines with ours',
    'dependencies',
    'with theirs',
    'n',
  ];
  return `**Whatever the load** — lines are those that the contestant's command leads to, in its own folder and with what it imports from this repository, blank ones and comments left out; dependencies are the packages from outside that it names, and all that it and its imports need\n\n${table(header, rows)}`;
}

/** What those took that were up beside the one that was measured. */
function idle(metrics: readonly Metric[]): string {
  const cores = metrics.filter(({ metric }) => metric === 'idle-cpu').map(({ estimate }) => estimate);
  return cores.length === 0
    ? ''
    : `While one was measured, the others that were up beside it took at most ${(Math.max(...cores) * 100).toFixed(1)} % of a core together.`;
}

/** What the strategy adds to the kernel, where its interval says that it adds something. */
function beside(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) => {
    const kernel = findMetric(metrics, 'kernel', 'kernel-ms', condition);
    const parts = analysis.contestants.flatMap(({ id, title }) => {
      const added = findMetric(metrics, id, 'overhead-ms', condition);
      if (!added) return [];
      return [
        added.low > 0
          ? `${title} ${format.interval(added)} ms`
          : `${title} ${format.interval(added)} ms, which is not shown to be more than nothing`,
      ];
    });
    const alone = kernel ? ` of ${format.number(kernel.estimate)} ms` : '';
    return parts.length > 0
      ? [`Beside the kernel${alone} a request with ${format.input(condition)} costs: ${parts.join('; ')}`]
      : [];
  });
}

function memory(
  { contestants }: Analysis,
  metrics: readonly Metric[],
  conditions: readonly Condition[],
): string[] {
  const [condition] = conditions;
  const parts = contestants.flatMap(({ id, title }) => {
    const peak = condition && findMetric(metrics, id, 'rss-peak', condition);
    return peak ? [`${title} ${format.number(peak.estimate / 2 ** 20)} MiB`] : [];
  });
  return parts.length > 0 ? [`Peak memory: ${parts.join(', ')}`] : [];
}

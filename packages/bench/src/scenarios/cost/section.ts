import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  source,
} from '../../report/metric-table.ts';
import { meaning } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';

/** CPU and memory by whom. Shares are printed, not subtracted: on few cores contention is not additive. */
export function costSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'cost');
  const metrics = found?.metrics ?? [];
  const cpu = metrics.filter(({ metric }) => metric === 'cpu-ms-per-request');
  if (!found || cpu.length === 0)
    return 'It is read off the cells of the scenario `capacity`, which did not run.';
  const conditions = conditionsIn(cpu);
  return [
    'CPU seconds of every process of the service, and of Redis where it has one, over the closed-loop windows of “capacity”, divided by the answers. Memory is the sum of the peaks of its processes; start-up is from spawn to the first 200 of `/readyz`.',
    '**Predicted.** A request costs what the kernel takes, and what it takes to get it there: HTTP for all, a hop between threads for the pool, several trips to Redis for the queue. Each process brings a runtime of its own into memory.',
    chart('cost.svg'),
    ...conditions.map((condition) => conditionTable(analysis, found, condition)),
    standing(analysis, metrics),
    source(found),
    format.intervalNote(cpu),
    meaning(lines(analysis, metrics, conditions), cpu),
  ].join('\n\n');
}

const columns: readonly Column[] = [
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'of it Redis', metric: 'redis-cpu-ms-per-request' },
  { title: 'load generator, apart', metric: 'generator-cpu-ms-per-request' },
  { title: 'peak MiB', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis MiB', metric: 'redis-rss', show: format.mebibytes },
];

function conditionTable(analysis: Analysis, found: ScenarioAnalysis, condition: Condition): string {
  const kernel = findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  const alone = kernel ? `; the kernel alone takes ${format.interval(kernel)} ms (n = ${kernel.n})` : '';
  return `**${format.input(condition)}** — ${condition.connections} connections, ${found.setting.seconds} s${alone}\n\n${metricTable(analysis, found, condition, columns)}`;
}

/** What a strategy adds that does not depend on the load: its start-up, its code, its dependencies. */
function standing(analysis: Analysis, metrics: readonly Metric[]): string {
  const rows = analysis.contestants.map(({ id, title, code }) => {
    const startUp = findMetric(metrics, id, 'startup');
    const counts = code
      ? [code.lines, code.files, code.directDependencies, code.allDependencies].map(String)
      : ['–', '–', '–', '–'];
    return [title, startUp ? format.interval(startUp) : '–', ...counts, String(startUp?.n ?? 0)];
  });
  const header = ['', 'start-up (ms)', 'lines of code', 'files', 'own dependencies', 'with theirs', 'n'];
  return `**Whatever the load** — lines are those of the contestant's own \`src\`, blank ones and comments left out; dependencies are packages from outside of this repository\n\n${table(header, rows)}`;
}

/** What the strategy adds to the kernel, as far as the two intervals are apart. */
function lines(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string[] {
  return conditions.map((condition) => {
    const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
    const kernel = here.find(({ metric }) => metric === 'kernel-ms');
    const parts = analysis.contestants.flatMap(({ id, title }) => {
      const cpu = here.find(({ contestant, metric }) => contestant === id && metric === 'cpu-ms-per-request');
      if (!cpu || !kernel) return [];
      const apart = cpu.low > kernel.high;
      return [
        apart
          ? `${title} spends ${format.number(cpu.estimate - kernel.estimate)} ms beside the kernel's ${format.number(kernel.estimate)}`
          : `${title} cannot be told from the kernel alone`,
      ];
    });
    return `${format.input(condition)}: ${parts.join('; ')}.`;
  });
}

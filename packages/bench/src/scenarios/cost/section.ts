import type { Analysis, Condition, Metric } from '../../model.ts';
import { conditionKey, sameCondition } from '../../plan/condition.ts';
import * as format from '../../report/format.ts';
import { table } from '../../report/table.ts';

const MEBIBYTE = 2 ** 20;

/** CPU and memory by whom. Shares are printed, not subtracted: on few cores contention is not additive. */
export function costSection(analysis: Analysis, chart: (file: string) => string): string {
  const metrics = analysis.scenarios.cost?.metrics ?? [];
  const cpu = metrics.filter(({ metric }) => metric === 'cpu-ms-per-request');
  if (cpu.length === 0) return 'It is read off the cells of the scenario `capacity`, which did not run.';
  const conditions = [...new Map(cpu.map(({ condition }) => [conditionKey(condition), condition])).values()];
  return [
    'CPU seconds of every process of the service, and of Redis where it has one, over the closed-loop windows of “capacity”, divided by the answers. Memory is the sum of the peaks of its processes; start-up is from spawn to the first 200 of `/readyz`.',
    chart('cost.svg'),
    ...conditions.map((condition) => conditionTable(analysis, metrics, condition)),
    format.intervalNote(cpu),
    meaning(analysis, metrics, conditions),
  ].join('\n\n');
}

function conditionTable(analysis: Analysis, metrics: readonly Metric[], condition: Condition): string {
  const find = (contestant: string, name: string, of: Condition = condition) =>
    metrics.find(
      (one) => one.contestant === contestant && one.metric === name && sameCondition(one.condition, of),
    );
  const kernel = find('kernel', 'kernel-ms');
  const shown = (metric: Metric | undefined, scale = 1) =>
    metric
      ? format.interval({
          ...metric,
          estimate: metric.estimate / scale,
          low: metric.low / scale,
          high: metric.high / scale,
        })
      : '–';
  const rows = analysis.contestants.map(({ id, title }) => [
    title,
    shown(find(id, 'cpu-ms-per-request')),
    shown(find(id, 'redis-cpu-ms-per-request')),
    shown(find(id, 'generator-cpu-ms-per-request')),
    shown(find(id, 'rss-peak'), MEBIBYTE),
    shown(find(id, 'redis-rss'), MEBIBYTE),
    shown(find(id, 'startup', {})),
    String(find(id, 'cpu-ms-per-request')?.n ?? 0),
  ]);
  const header = [
    '',
    'CPU ms/request',
    'of it Redis',
    'load generator, apart',
    'peak MiB',
    'Redis MiB',
    'start-up ms',
    'n',
  ];
  const alone = kernel ? `; the kernel alone takes ${format.interval(kernel)} ms (n = ${kernel.n})` : '';
  return `**${format.input(condition)}** — ${condition.connections} connections, ${analysis.scenarios.cost?.setting.seconds} s${alone}\n\n${table(header, rows)}`;
}

/** What the strategy adds to the kernel, as far as the two intervals are apart. */
function meaning(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string {
  const lines = conditions.map((condition) => {
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
    return `- ${format.input(condition)}: ${parts.join('; ')}.`;
  });
  return ['**What it means.**', ...lines].join('\n');
}

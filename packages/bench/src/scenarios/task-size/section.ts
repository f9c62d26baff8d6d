import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition, Metric } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
} from '../../report/metric-table.ts';
import { comparedMeaning } from '../../report/sentences.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'overhead CPU ms', metric: 'overhead' },
];

/** A table per size, the sizes at which strategies break even, and what it means. */
export function taskSizeSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'task-size');
  if (!found) return NOTHING;
  const { connections, rounds } = found.setting;
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput'));
  const kernel = (condition: Condition) => findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  return [
    `Closed loop of ${connections} connections for each of the workload's sizes, the larger the longer; ${format.count(Number(rounds), 'round')}. The overhead is the CPU time of server and Redis for a request, less what the kernel alone took for it in the same round. Against the smallest tasks the load generator needs its part of the machine too, so throughput there is that of both.`,
    '**Predicted.** Handing a task over costs the same whatever its size: below some size that cost exceeds what a second core brings, and the ratio to one process is below 1; for large tasks it nears the number of cores.',
    chart('task-size.svg'),
    ...conditions.map((condition) => {
      const alone = kernel(condition);
      const text = alone ? ` — the kernel alone ${format.interval(alone)} ms (n = ${alone.n})` : '';
      return `**${format.input(condition)}**${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`;
    }),
    source(found),
    format.intervalNote(found.metrics),
    comparedMeaning(
      [...payOff(analysis, conditions, kernel), ...dispatch(analysis, found.metrics, conditions[0])],
      found.comparisons,
    ),
  ].join('\n\n');
}

/** From which size on each contestant is ahead of the baseline, or that it is at every size or at none. */
function payOff(
  analysis: Analysis,
  conditions: readonly Condition[],
  kernel: (condition: Condition) => Metric | undefined,
): string[] {
  const { metrics = [], comparisons = [] } = analysis.scenarios['task-size'] ?? {};
  return analysis.contestants
    .filter(({ id }) => id !== analysis.run.baseline)
    .flatMap(({ id, title }) => {
      const at = findMetric(metrics, id, 'break-even');
      if (at) {
        const rounds = format.count(at.n, 'round');
        return [
          `${title} breaks even at a task of ${format.interval(at)} ms of kernel time (in ${rounds} that crossed).`,
        ];
      }
      const ratios = conditions.flatMap((condition) => {
        const one = comparisons.find(
          (comparison) => comparison.contestant === id && sameCondition(comparison.condition, condition),
        );
        return one && kernel(condition) ? [one.ratio] : [];
      });
      if (ratios.length === 0) return [];
      if (ratios.every(({ low }) => low > 1)) return [`${title} was ahead at every size that was measured.`];
      if (ratios.every(({ high }) => high < 1))
        return [`${title} was behind at every size that was measured.`];
      return [`${title}: where it breaks even was not found; some of its brackets contain 1.`];
    });
}

/** What handing over costs, by the smallest task, where the kernel's own scatter hides it least. */
function dispatch(
  { contestants }: Analysis,
  metrics: readonly Metric[],
  smallest: Condition | undefined,
): string[] {
  const parts = contestants.flatMap(({ id, title }) => {
    const cost = findMetric(metrics, id, 'overhead', smallest);
    return cost ? [`${title} ${format.interval(cost)} ms`] : [];
  });
  return parts.length > 0 && smallest
    ? [`CPU time of a request beside the kernel, at ${format.input(smallest)}: ${parts.join('; ')}.`]
    : [];
}

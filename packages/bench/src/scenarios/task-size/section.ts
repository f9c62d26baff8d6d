import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  metricTable,
  NOTHING,
  titleIn,
} from '../../report/metric-table.ts';
import { claimLines, meaning } from '../../report/sentences.ts';
import type { Page } from '../scenario.ts';
import type { BreakEven, TaskSizeAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'overhead CPU ms', metric: 'overhead-ms' },
];

/** A table per size, between which sizes strategies break even, and what it means. */
export function taskSizeSection(found: TaskSizeAnalysis, { analysis, chart }: Page): string {
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput'));
  if (conditions.length === 0) return NOTHING;
  const kernel = (condition: Condition) => findMetric(found.metrics, 'kernel', 'kernel-ms', condition);
  return [
    `Closed loop for each of the sizes, the larger the longer; ${format.count(found.rounds, 'round')}. The overhead is the CPU time of server and Redis for a request, less the kernel's in the same block. Against the smallest tasks the load generator needs its part of the machine too, so throughput there is that of both.`,
    '**Predicted.** Handing a task over costs the same whatever its size: below some size that cost exceeds what a second core brings, and the ratio to one process is below 1; for large tasks it nears the number of cores.',
    chart('task-size.svg'),
    ...conditions.map((condition) => {
      const alone = kernel(condition);
      const { connections } = condition.setting;
      const text = alone
        ? ` — ${connections} connections; the kernel alone ${format.interval(alone)} ms (n = ${alone.n})`
        : '';
      return `**${format.input(condition)}**${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`;
    }),
    format.intervalNote(found.metrics),
    meaning([
      ...found.breakEven.map((one) => `${payOff(one, analysis)}.`),
      ...claimLines(
        analysis,
        conditions.map((condition) => ({
          name: format.input(condition),
          comparisons: pairsUnder(found.comparisons, 'throughput', condition),
        })),
        (ratio) => `answers ${ratio} times as many requests as`,
      ),
    ]),
  ].join('\n\n');
}

/** Between two sizes, which is all that was measured. */
function payOff({ contestant, notYetMs, fromMs }: BreakEven, analysis: Analysis): string {
  const name = titleIn(analysis)(contestant);
  const size = (ms: number) => `${format.number(ms)} ms`;
  if (fromMs === undefined) return `${name} was not shown to be ahead at the largest size`;
  return notYetMs === undefined
    ? `${name} was ahead at every size that was measured, from ${size(fromMs)} on`
    : `${name} pays off somewhere between tasks of ${size(notYetMs)} and of ${size(fromMs)}`;
}

export const taskSizeHighlight = ({ breakEven }: TaskSizeAnalysis, analysis: Analysis): string[] =>
  breakEven.length === 0
    ? []
    : [`**the size of a task**: ${breakEven.map((one) => payOff(one, analysis)).join('; ')}`];

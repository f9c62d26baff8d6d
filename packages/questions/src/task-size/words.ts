import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import type { BreakEven, TaskSizeAnalysis } from './analyse.ts';

export const sizesIn = (found: TaskSizeAnalysis): Condition[] =>
  conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput'));

const kernelOf = ({ metrics }: TaskSizeAnalysis, condition: Condition) =>
  findMetric(metrics, 'kernel', 'kernel-ms', condition);

/** `upTo=10000 (0.0712 ms)` */
export const sizeName = (found: TaskSizeAnalysis, condition: Condition): string => {
  const alone = kernelOf(found, condition);
  return `${format.input(condition)}${alone ? ` (${format.duration(alone.estimate)})` : ''}`;
};

/** Describes a break-even as half a sentence for a reader. */
export function whenItPays({ notYetMs, fromMs }: BreakEven): string {
  const more = 'more throughput than a single process';
  if (fromMs === undefined) return `not shown to have ${more} with the largest tasks`;
  const from = `${format.number(fromMs)} ms on`;
  return notYetMs === undefined
    ? `${more} at every measured task size, from ${from}`
    : `${more} from a task size between ${format.number(notYetMs)} and ${from}`;
}

/**
 * Names the measured sizes between which strategies begin to pay off; strategies with the same answer share a sentence.
 */
export const payOffs = ({ breakEven }: TaskSizeAnalysis): string[] =>
  [...Map.groupBy(breakEven, whenItPays)].map(
    ([when, members]) => `${members.map(({ contestant }) => contestant).join(', ')}: ${when}`,
  );

import { pairOf } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import { type Comparison, type Metric, type Milliseconds, sameCondition } from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';

/** From which size on a contestant is ahead of the baseline: between two that were measured, no finer. */
export type BreakEven = {
  readonly contestant: string;
  /** The largest size at which it was not shown to be ahead; absent: it was ahead at all. */
  readonly notYetMs?: Milliseconds;
  /** The smallest from which on it was shown to be ahead at all; absent: at none. */
  readonly fromMs?: Milliseconds;
};

/**
 * By the verdicts, from the largest size down.
 *
 * @param kernels what the kernel alone takes under each of the conditions that differ in size
 */
export function breakEven(
  contestant: string,
  baseline: string,
  kernels: readonly Metric[],
  comparisons: readonly Comparison[],
): BreakEven {
  const sizes = kernels
    .flatMap(({ condition, estimate }) => {
      const here = comparisons.filter((one) => sameCondition(one.condition, condition));
      const pair = pairOf(here, contestant, baseline);
      return pair ? [{ ms: estimate, isAhead: pair.verdict === 'better' }] : [];
    })
    .sort((a, b) => a.ms - b.ms);
  const last = sizes.findLastIndex(({ isAhead }) => !isAhead);
  const [notYet, from] = [sizes[last], sizes[last + 1]];
  return defined({ contestant, notYetMs: notYet?.ms, fromMs: from?.ms });
}

/** Half a sentence, for a reader. */
export function whenItPays({ notYetMs, fromMs }: BreakEven): string {
  const more = 'more throughput than a single process';
  if (fromMs === undefined) return `not shown to have ${more} with the largest tasks`;
  const from = `${format.number(fromMs)} ms on`;
  return notYetMs === undefined
    ? `${more} at every measured task size, from ${from}`
    : `${more} from a task size between ${format.number(notYetMs)} and ${from}`;
}

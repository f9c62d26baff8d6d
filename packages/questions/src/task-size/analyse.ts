import { conditionsIn, findMetric, metricOfEach, named } from '@cpu-bound/study/analyse/look-up';
import {
  comparisonsOf,
  extent,
  kernelMetric,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { byComparisons } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Comparison, Condition, Flip, Metric, Milliseconds, Undecided } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { defined } from '@cpu-bound/workload/defined';
import { cpuMs, overheadIn, type WithRounds } from '../measures.ts';

/** The size from which on a contestant is ahead of the baseline: between two measured sizes, and no finer. */
export type BreakEven = {
  readonly contestant: string;
  /** The largest size at which it was not shown to be ahead; absent if it was ahead at every size. */
  readonly notYetMs?: Milliseconds;
  /** The smallest size from which on it was shown to be ahead at every size; absent if there is none. */
  readonly fromMs?: Milliseconds;
};

/**
 * Finds the break-even by the verdicts, from the largest size down.
 *
 * @param kernels the kernel's own time under each of the conditions, which differ in size
 */
export function breakEven(
  contestant: string,
  baseline: string,
  kernels: readonly Metric[],
  comparisons: readonly Comparison[],
): BreakEven {
  const sizes = kernels
    .flatMap(({ condition, estimate }) => {
      const pair = pairOf(pairsUnder(comparisons, 'throughput', condition), contestant, baseline);
      return pair ? [{ ms: estimate, isAhead: pair.verdict === 'better' }] : [];
    })
    .sort((a, b) => a.ms - b.ms);
  const last = sizes.findLastIndex(({ isAhead }) => !isAhead);
  const [notYet, from] = [sizes[last], sizes[last + 1]];
  return defined({ contestant, notYetMs: notYet?.ms, fromMs: from?.ms });
}

export type TaskSizeAnalysis = WithRounds & { readonly breakEven: readonly BreakEven[] };

/** Variants in the headline's windows belong to another question. */
const withoutVariants = (input: ScenarioInput): ScenarioInput => ({
  ...input,
  observations: input.observations.filter(({ subject }) =>
    input.run.contestants.some(({ id }) => id === subject.contestant),
  ),
});

/**
 * Returns throughput and overhead per size, and the sizes between which a strategy begins to pay off against the
 * baseline.
 */
export function analyse(complete: ScenarioInput): TaskSizeAnalysis {
  const input = withoutVariants(complete);
  const { observations, run } = input;
  const kernels = conditionsOf(observations).flatMap((condition) => kernelMetric(input, condition));
  const comparisons = comparisonsOf(input, throughput);
  return {
    metrics: [...metricsOf(input, [throughput, cpuMs, overheadIn(input)]), ...kernels],
    comparisons,
    rounds: extent(input).rounds,
    breakEven: run.contestants
      .filter(({ id }) => id !== run.baseline)
      .map(({ id }) => breakEven(id, run.baseline, kernels, comparisons)),
  };
}

export const sizesIn = (found: TaskSizeAnalysis): Condition[] =>
  conditionsIn(named(found.metrics, 'throughput'));

const kernelOf = ({ metrics }: TaskSizeAnalysis, condition: Condition) =>
  findMetric(metrics, 'kernel', 'kernel-ms', condition);

/** `upTo=10000 (0.0712 ms)` */
export const sizeName = (found: TaskSizeAnalysis, condition: Condition): string => {
  const alone = kernelOf(found, condition);
  return `${wording.input(condition)}${alone ? ` (${format.duration(alone.estimate)})` : ''}`;
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

/**
 * A small task may change the answer: the flip names the best at the smallest size, and the size at which others pay
 * off.
 */
export function flips(found: TaskSizeAnalysis | undefined, analysis: Undecided): Flip[] {
  const about = 'other task sizes';
  const [smallest] = found ? sizesIn(found) : [];
  if (!found || !smallest) return [{ about, question: 'task-size' }];
  const figures = metricOfEach(analysis, found.metrics, 'throughput', smallest);
  const relate = byComparisons(pairsUnder(found.comparisons, 'throughput', smallest));
  const ids = figures.map(({ contestant }) => contestant);
  const best = ids.find(
    (id) => ids.length > 1 && ids.every((other) => other === id || relate(id, other) === 'better'),
  );
  const rates = figures
    .map(({ contestant, estimate }) => `${contestant} ${Math.round(estimate).toLocaleString('en-GB')}/s`)
    .join(', ');
  const first =
    best === undefined
      ? 'no strategy was shown to have the highest throughput'
      : `${best} has the highest throughput`;
  const own = found.breakEven.filter((size) => analysis.contestants.some(({ id }) => id === size.contestant));
  const finding = `with ${sizeName(found, smallest)}: ${first} (${rates}); ${payOffs({ ...found, breakEven: own }).join('; ')}`;
  return [{ about, finding }];
}

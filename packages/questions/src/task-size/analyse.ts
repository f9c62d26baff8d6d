import {
  comparisonsOf,
  extent,
  kernelMetric,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { pairOf } from '@cpu-bound/study/analyse/pairs';
import {
  type Comparison,
  type Metric,
  type Milliseconds,
  type ScenarioAnalysis,
  sameCondition,
} from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';
import { cpuMs, overheadIn } from '../measures.ts';

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
      const here = comparisons.filter((one) => sameCondition(one.condition, condition));
      const pair = pairOf(here, contestant, baseline);
      return pair ? [{ ms: estimate, isAhead: pair.verdict === 'better' }] : [];
    })
    .sort((a, b) => a.ms - b.ms);
  const last = sizes.findLastIndex(({ isAhead }) => !isAhead);
  const [notYet, from] = [sizes[last], sizes[last + 1]];
  return defined({ contestant, notYetMs: notYet?.ms, fromMs: from?.ms });
}

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

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
export function analyse(given: ScenarioInput): TaskSizeAnalysis {
  const input = withoutVariants(given);
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

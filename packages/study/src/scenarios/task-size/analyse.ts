import { comparisonsOf, extent, kernelMetric, metricsOf, throughput } from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput } from '../../analyse/observations.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { type BreakEven, breakEven } from '../break-even.ts';
import { cpuMs, overhead } from '../measures.ts';

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

/** Throughput and overhead per size, and between which sizes a strategy begins to pay off against the baseline. */
export function analyseTaskSize(given: ScenarioInput): TaskSizeAnalysis {
  const input = withoutVariants(given);
  const { observations, run } = input;
  const kernels = conditionsOf(observations).flatMap((condition) => kernelMetric(input, condition));
  const comparisons = comparisonsOf(input, throughput);
  return {
    metrics: [...metricsOf(input, [throughput, cpuMs, overhead]), ...kernels],
    comparisons,
    rounds: extent(input).rounds,
    breakEven: run.contestants
      .filter(({ id }) => id !== run.baseline)
      .map(({ id }) => breakEven(id, run.baseline, kernels, comparisons)),
  };
}

/** Those that stand beside the contestants in the headline's windows are of another question. */
const withoutVariants = (input: ScenarioInput): ScenarioInput => ({
  ...input,
  observations: input.observations.filter(({ subject }) =>
    input.run.contestants.some(({ id }) => id === subject.contestant),
  ),
});

import {
  comparisonsOf,
  extent,
  kernelMetric,
  type Measure,
  metricsOf,
  throughput,
} from '../../analyse/measures.ts';
import { conditionsOf, type Observation, type ScenarioInput } from '../../analyse/observations.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { type BreakEven, breakEven } from '../break-even.ts';

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

/** CPU milliseconds of server and Redis per verified answer. */
function cpuMs({ result: { load, usage } }: Observation): number | undefined {
  if (!load || load.answers === 0 || usage?.serverCpu === undefined) return undefined;
  return ((usage.serverCpu + (usage.redisCpu ?? 0)) * 1000) / load.answers;
}

/** What is beside the kernel, which was timed by the CPU clock in the same block. */
const overhead: Measure = {
  metric: 'overhead-ms',
  of: (observation) => {
    const own = cpuMs(observation);
    return own === undefined || !observation.reference ? undefined : own - observation.reference.cpuMs;
  },
};

/** Throughput and overhead per size, and between which sizes a strategy begins to pay off against the baseline. */
export function analyseTaskSize(given: ScenarioInput): TaskSizeAnalysis {
  const input = withoutVariants(given);
  const { observations, run } = input;
  const kernels = conditionsOf(observations).flatMap((condition) => kernelMetric(input, condition));
  const comparisons = comparisonsOf(input, throughput);
  return {
    metrics: [
      ...metricsOf(input, [throughput, { metric: 'cpu-ms-per-request', of: cpuMs }, overhead]),
      ...kernels,
    ],
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

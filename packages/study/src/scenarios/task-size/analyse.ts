import {
  comparisonsOf,
  extent,
  kernelMetric,
  type Measure,
  metricsOf,
  throughput,
} from '../../analyse/measures.ts';
import { type Asked, conditionsOf, type Observation } from '../../analyse/observations.ts';
import { breakEven } from '../break-even.ts';
import type { TaskSizeAnalysis } from './analysis.ts';

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
export function analyseTaskSize(given: Asked): TaskSizeAnalysis {
  const asked = withoutVariants(given);
  const { observations, run } = asked;
  const kernels = conditionsOf(observations).flatMap((condition) => kernelMetric(asked, condition));
  const comparisons = comparisonsOf(asked, throughput);
  return {
    metrics: [
      ...metricsOf(asked, [throughput, { metric: 'cpu-ms-per-request', of: cpuMs }, overhead]),
      ...kernels,
    ],
    comparisons,
    rounds: extent(asked).rounds,
    breakEven: run.contestants
      .filter(({ id }) => id !== run.baseline)
      .map(({ id }) => breakEven(id, run.baseline, kernels, comparisons)),
  };
}

/** Those that stand beside the contestants in the headline's windows are of another question. */
const withoutVariants = (asked: Asked): Asked => ({
  ...asked,
  observations: asked.observations.filter(({ subject }) =>
    asked.run.contestants.some(({ id }) => id === subject.contestant),
  ),
});

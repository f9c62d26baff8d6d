import {
  comparisonsOf,
  extent,
  kernelByRound,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '../../analyse/measures.ts';
import { type Asked, conditionsOf } from '../../analyse/observations.ts';
import type { Condition, Metric } from '../../model.ts';
import type { CapacityAnalysis } from './analysis.ts';

/** Throughput, its fraction of the physical limit, and all pairs. */
export function analyseCapacity(asked: Asked): CapacityAnalysis {
  const { observations } = asked;
  const conditions = conditionsOf(observations);
  const limits = conditions.flatMap((condition) => limitMetric(asked, condition));
  const limitOf = (condition: Condition) => limits.find((one) => one.condition === condition)?.estimate;
  const fraction = (condition: Condition): Measure => ({
    metric: 'limit-fraction',
    of: ({ result: { load } }) => {
      const limit = limitOf(condition);
      return load && limit ? load.perSecond / limit : undefined;
    },
  });
  return {
    metrics: [
      ...metricsOf(asked, [throughput]),
      ...conditions.flatMap((condition) => metricsOf(asked, [fraction(condition)])),
      ...limits,
    ],
    comparisons: comparisonsOf(asked, throughput),
    connections: observations[0]?.window.condition.setting.connections ?? 0,
    ...extent(asked),
  };
}

/** Requests per second that the machine could answer if the kernel were all there is: cores ÷ kernel CPU seconds. */
function limitMetric(asked: Asked, condition: Condition): Metric[] {
  const limits = [...kernelByRound(asked, condition.input)].map(
    ([round, ms]) => [round, (asked.run.cores * 1000) / ms] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
}

import {
  comparisonsOf,
  type Extent,
  extent,
  kernelByRound,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput } from '../../analyse/observations.ts';
import type { Condition, Metric, ScenarioAnalysis } from '../../model.ts';

export type CapacityAnalysis = ScenarioAnalysis &
  Extent & {
    readonly connections: number;
  };

/** Below it most of the work is waited for. Collecting garbage on other threads takes a fifth of a task that allocates much. */
const LEAST_LOOP_SHARE = 0.5;

/** Throughput of all pairs, how much of the cores computed, and the physical limit. */
export function analyseCapacity(input: ScenarioInput): CapacityAnalysis {
  const { observations } = input;
  return {
    metrics: [
      ...metricsOf(input, [throughput, coreShare(input)]),
      ...conditionsOf(observations).flatMap((condition) => limitMetric(input, condition)),
    ],
    comparisons: comparisonsOf(input, throughput),
    connections: observations[0]?.window.condition.setting.connections ?? 0,
    ...extent(input),
  };
}

/**
 * Answers × `computeMs` ÷ (cores × time), from the window itself. Where more workers than cores compute, their wall time
 * is waiting too; one that does not say what it computed for has none.
 */
const coreShare = ({ run: { cores, loopShare = 1 } }: ScenarioInput): Measure => ({
  metric: 'core-share',
  of: ({ result: { load } }) =>
    load && loopShare >= LEAST_LOOP_SHARE && load.shares.length <= cores && load.computeMs > 0
      ? (load.perSecond * load.computeMs) / 1000 / cores
      : undefined,
});

/** Requests per second that the machine could answer if the kernel were all there is: cores ÷ kernel CPU seconds. */
function limitMetric(input: ScenarioInput, condition: Condition): Metric[] {
  const limits = [...kernelByRound(input, condition.input)].map(
    ([round, ms]) => [round, (input.run.cores * 1000) / ms] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
}

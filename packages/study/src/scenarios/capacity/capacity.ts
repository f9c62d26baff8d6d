import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import {
  comparisonsOf,
  extent,
  kernelByRound,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput } from '../../analyse/observations.ts';
import type { Condition, Metric } from '../../model.ts';
import { headlineClosed } from '../../plan/windows.ts';
import type { Scenario } from '../scenario.ts';
import type { CapacityAnalysis } from './analysis.ts';
import { capacityFlips, capacityNeeds } from './need.ts';

/**
 * Below this share most of the work runs on other threads, so `computeMs` is mostly waiting. It is well below 80 %,
 * because garbage collection on other threads takes a fifth of a task that allocates much.
 */
const LEAST_LOOP_SHARE = 0.5;

/**
 * Answers × `computeMs` ÷ (cores × time), from the window itself. There is none with more workers than cores, whose wall
 * time includes waiting, and none for a contestant that does not report `computeMs`.
 */
const coreShare = ({ run: { cores, loopShare = 1 } }: ScenarioInput): Measure => ({
  metric: 'core-share',
  of: ({ result: { load } }) =>
    load && loopShare >= LEAST_LOOP_SHARE && load.shares.length <= cores && load.computeMs > 0
      ? (load.perSecond * load.computeMs) / 1000 / cores
      : undefined,
});

/** Requests per second that the machine could answer if the kernel were the only work: cores ÷ kernel CPU seconds. */
function limitMetric(input: ScenarioInput, condition: Condition): Metric[] {
  const limits = [...kernelByRound(input, condition.input)].map(
    ([round, ms]) => [round, (input.run.cores * 1000) / ms] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
}

export const capacity: Scenario<CapacityAnalysis> = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  ofRequests: true,
  /** A closed loop on the headline's input, in several blocks of each round, with variants if the profile has them. */
  plan(config) {
    const { contestants, profile } = config;
    const beside = profile.withVariants ? variantsFor(contestants, 'capacity').map(({ id }) => id) : [];
    return { sitting: [{ ...headlineClosed(config, profile.capacityBlocks), beside }] };
  },
  /** Throughput of all pairs, how much of the cores computed, and the physical limit. */
  analyse(input) {
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
  },
  needs: capacityNeeds,
  flips: capacityFlips,
};

import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import {
  comparisonsOf,
  extent,
  kernelByRound,
  metricOver,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { answeredComparisons } from '@cpu-bound/study/analyse/unanswered';
import type { Condition, Metric } from '@cpu-bound/study/model';
import { headlineClosed } from '@cpu-bound/study/plan/windows';
import { answersPerCpuSecond, cpuUsed } from '../measures.ts';
import type { CapacityAnalysis } from './analyse.ts';
import { capacityCharts } from './charts.ts';
import { capacityFlips, capacityNeeds } from './needs.ts';
import { capacitySection } from './section.ts';

/** Requests per second that the machine could answer if the kernel were the only work: cores ÷ kernel CPU seconds. */
function limitMetric(input: ScenarioInput, condition: Condition): Metric[] {
  const limits = [...kernelByRound(input, condition.input)].map(
    ([round, ms]) => [round, (input.run.cores * 1000) / ms] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
}

export const capacity: Question<CapacityAnalysis> = {
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
  /** Throughput of all pairs, the two factors that it is the product of, and the physical limit. */
  analyse(input) {
    const { observations, run } = input;
    // Between two checkouts, the question of cost compares its inverse; each further figure would
    // widen all intervals.
    const factors = run.figures === undefined ? [answersPerCpuSecond] : [];
    return {
      metrics: [
        ...metricsOf(input, [throughput, cpuUsed, answersPerCpuSecond]),
        ...conditionsOf(observations).flatMap((condition) => limitMetric(input, condition)),
      ],
      comparisons: [
        ...[throughput, ...factors].flatMap((measure) => comparisonsOf(input, measure)),
        ...answeredComparisons(input),
      ],
      connections: observations[0]?.window.condition.setting.connections ?? 0,
      ...extent(input),
    };
  },
  needs: capacityNeeds,
  flips: capacityFlips,
  section: capacitySection,
  charts: capacityCharts,
};

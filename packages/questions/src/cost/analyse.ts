import { idleCores } from '@cpu-bound/study/analyse/idle';
import {
  comparisonsOf,
  kernelByRound,
  kernelMetric,
  type Measure,
  metricOver,
  metricsOf,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { cpuMs, cpuMsPerAnswer, memory, overheadIn, peakMemory, redisMemory } from '../measures.ts';

const measures = (input: ScenarioInput): readonly Measure[] => [
  cpuMs,
  overheadIn(input),
  { metric: 'redis-cpu-ms-per-request', read: cpuMsPerAnswer('redisCpu') },
  { metric: 'generator-cpu-ms-per-request', read: cpuMsPerAnswer('generatorCpu') },
  memory,
  peakMemory,
  { metric: 'rss-told', read: ({ result }) => result.usage?.told?.rssBytes },
  { metric: 'loop-busy-told', read: ({ result }) => result.usage?.told?.loopBusy },
  redisMemory,
];

/**
 * Returns CPU time and memory by kind of process in the closed loop's windows, the start-up times, and the overhead of
 * the strategy's code.
 */
export function analyse(input: ScenarioInput): ScenarioAnalysis {
  const conditions = conditionsOf(input.observations);
  const [headline] = conditions;
  const measured = metricsOf(input, measures(input));
  return {
    metrics: [
      ...measured,
      ...conditions.flatMap((condition) =>
        kernelByRound(input, condition.input).size > 0 ? kernelMetric(input, condition) : [],
      ),
      ...(headline
        ? input.run.contestants.flatMap(({ id: contestant }) => [
            ...metricOver(
              { contestant, metric: 'startup', condition: headline },
              input.startUpMs.get(contestant) ?? new Map(),
            ),
            ...metricOver(
              { contestant, metric: 'idle-cpu', condition: headline },
              idleCores(input.observations, contestant),
            ),
          ])
        : []),
    ],
    comparisons: [cpuMs, measured.some(({ metric }) => metric === 'memory') ? memory : peakMemory].flatMap(
      (measure) => comparisonsOf(input, measure),
    ),
  };
}

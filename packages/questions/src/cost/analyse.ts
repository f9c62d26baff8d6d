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
import { type Condition, type Metric, type ScenarioAnalysis, sameCondition } from '@cpu-bound/study/model';
import { cpuMs, cpuMsPerAnswer, memory, offered, overheadIn, peakMemory, redisMemory } from '../measures.ts';
import { isSaturated } from './conditions.ts';

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
  offered,
];

/**
 * Returns CPU time and memory by kind of process, saturated and at the low rate, the start-up times, and the overhead of
 * the strategy's code.
 */
export function analyse(input: ScenarioInput): ScenarioAnalysis {
  const conditions = conditionsOf(input.observations);
  const headline = conditions.find(isSaturated);
  const measured = metricsOf(input, measures(input));
  return {
    metrics: [
      ...measured,
      ...conditions.flatMap((condition) =>
        kernelByRound(input, condition.input).size > 0 ? kernelMetric(input, condition) : [],
      ),
      ...(headline
        ? input.run.contestants.flatMap(({ id: contestant }) =>
            metricOver(
              { contestant, metric: 'startup', condition: headline },
              input.startUpMs.get(contestant) ?? new Map(),
            ),
          )
        : []),
      ...conditions.flatMap((condition) => idleUnder(input, condition)),
    ],
    comparisons: [cpuMs, measured.some(({ metric }) => metric === 'memory') ? memory : peakMemory].flatMap(
      (measure) => comparisonsOf(input, measure),
    ),
  };
}

/** Returns the cores that each contestant kept computing while another one was measured under a condition. */
function idleUnder({ observations, run }: ScenarioInput, condition: Condition): Metric[] {
  const beside = observations.filter(({ window }) => sameCondition(window.condition, condition));
  return run.contestants.flatMap(({ id: contestant }) =>
    metricOver({ contestant, metric: 'idle-cpu', condition }, idleCores(beside, contestant)),
  );
}

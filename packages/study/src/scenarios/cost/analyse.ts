import {
  comparisonsOf,
  kernelByRound,
  kernelMetric,
  type Measure,
  metricOver,
  metricsOf,
} from '../../analyse/measures.ts';
import { conditionsOf, type Observation, type ScenarioInput } from '../../analyse/observations.ts';
import type { ScenarioAnalysis } from '../../model.ts';

/** Milliseconds of CPU per verified answer, both counted between the edges of the window. */
const perAnswer =
  (cpu: 'serverCpu' | 'redisCpu' | 'generatorCpu') =>
  ({ result: { usage, load } }: Observation) => {
    const seconds = usage?.[cpu];
    return seconds === undefined || !load?.answers ? undefined : (seconds * 1000) / load.answers;
  };

/** The server's own and Redis's part of it, together, as a caller pays it. */
const withRedis = (observation: Observation) => {
  const server = perAnswer('serverCpu')(observation);
  return server === undefined ? undefined : server + (perAnswer('redisCpu')(observation) ?? 0);
};

const cpuMs: Measure = { metric: 'cpu-ms-per-request', of: withRedis };

/** What the strategy adds to the kernel, round by round against the kernel beside the same block. */
const overhead: Measure = {
  metric: 'overhead-ms',
  of: (observation) => {
    const own = withRedis(observation);
    return own === undefined || !observation.reference ? undefined : own - observation.reference.cpuMs;
  },
};

const memory: Measure = { metric: 'rss-peak', of: ({ result: { usage } }) => usage?.serverRssBytes };

const measures: readonly Measure[] = [
  cpuMs,
  overhead,
  { metric: 'redis-cpu-ms-per-request', of: perAnswer('redisCpu') },
  { metric: 'generator-cpu-ms-per-request', of: perAnswer('generatorCpu') },
  memory,
  { metric: 'rss-told', of: ({ result: { usage } }) => usage?.told?.rssBytes },
  { metric: 'loop-busy-told', of: ({ result: { usage } }) => usage?.told?.loopBusy },
  { metric: 'redis-rss', of: ({ result: { usage } }) => usage?.redisRssBytes },
  {
    metric: 'idle-cpu',
    of: ({ result: { usage }, window }) =>
      usage?.idleCpu === undefined ? undefined : usage.idleCpu / window.seconds,
  },
];

/** CPU and memory of the closed loop's windows, by whom, the start-up times, and what the strategy's code adds. */
export function analyseCost(input: ScenarioInput): ScenarioAnalysis {
  const conditions = conditionsOf(input.observations);
  const [headline] = conditions;
  return {
    metrics: [
      ...metricsOf(input, measures),
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
    ],
    comparisons: [...comparisonsOf(input, cpuMs), ...comparisonsOf(input, memory)],
  };
}

import { comparisonsOf, extent, type Measure, metricsOf, throughput } from '../../analyse/measures.ts';
import type { Observation, ScenarioInput } from '../../analyse/observations.ts';
import { percentileMetrics, type SampleFilesOf } from '../../analyse/percentiles.ts';
import type { ScenarioAnalysis } from '../../model.ts';

export type PayloadAnalysis = ScenarioAnalysis & { readonly rounds: number };

const probed: SampleFilesOf = ({ probe }) => probe;

/** CPU time of the service and of its Redis for each answer. */
const cpuPerRequest = ({ result: { load, usage } }: Observation): number | undefined =>
  load && load.answers > 0 && usage?.serverCpu !== undefined
    ? ((usage.serverCpu + (usage.redisCpu ?? 0)) * 1000) / load.answers
    : undefined;

const measures: readonly Measure[] = [
  throughput,
  { metric: 'cpu-ms-per-request', of: cpuPerRequest },
  { metric: 'rss-peak', of: ({ result: { usage } }) => usage?.serverRssBytes },
  { metric: 'redis-rss', of: ({ result: { usage } }) => usage?.redisRssBytes },
];

/** What the size of what goes in and comes out costs, where next to nothing is computed. */
export const analysePayload = (input: ScenarioInput): PayloadAnalysis => ({
  metrics: [...metricsOf(input, measures), ...percentileMetrics(input, 'hello', probed, ['p50'])],
  comparisons: comparisonsOf(input, throughput),
  rounds: extent(input).rounds,
});

import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { Recovery } from '@cpu-bound/study/analyse/timeline';
import type { Accounting, ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

/** Measures that several questions read from a window. */

/** Findings with the number of rounds that they were measured in. */
export type WithRounds = ScenarioAnalysis & { readonly rounds: number };

/** The same, with the length of their windows. */
export type WithExtent = WithRounds & { readonly seconds: Seconds };

/** Returns findings without ratios: outcomes are counted, and may be 0. */
export const uncompared = (input: ScenarioInput, measures: readonly Measure[]): WithRounds => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

const count =
  (outcome: keyof Accounting) =>
  ({ result }: Observation) =>
    result.open?.accounting[outcome];

/** The outcomes of the requests of an open loop: those from `answered` to `lost` add up to `sent`. */
export const accountingMeasures: readonly Measure[] = [
  { metric: 'sent', read: count('sent') },
  { metric: 'answered', read: count('ok') },
  { metric: 'errors', read: count('failed') },
  { metric: 'refused', read: count('refused') },
  // An open loop waits for each answer until its deadline: a request without an answer by then has timed out.
  { metric: 'lost', read: count('timedOut') },
  { metric: 'duplicated', read: ({ result }) => result.open?.answeredTwice },
];

/** The requests per second that were due. */
export const offered: Measure = { metric: 'offered', read: ({ result }) => result.open?.perSecond };

export const retaken: Measure = { metric: 'retaken', read: ({ result }) => result.fault?.retaken };

/** The time until a service had recovered, and whether it had not by the end of the watch. */
export const recoveryMeasures = (
  recoveryOf: (observation: Observation) => Recovery | undefined,
): readonly Measure[] => [
  { metric: 'recovery', read: (observation) => recoveryOf(observation)?.ms },
  { metric: 'unrecovered', read: (observation) => (recoveryOf(observation)?.recovered === false ? 1 : 0) },
];

/** Memory with shared pages once, at the end of a window. Systems without it, and older runs, have the peak alone. */
export const memory: Measure = {
  metric: 'memory',
  read: ({ result }) => result.usage?.serverMemoryBytes,
};
export const peakMemory: Measure = {
  metric: 'rss-peak',
  read: ({ result }) => result.usage?.serverRssBytes,
};
export const redisMemory: Measure = {
  metric: 'redis-rss',
  read: ({ result }) => result.usage?.redisRssBytes,
};

/** Milliseconds of CPU per verified answer, both counted between the edges of the window. */
export const cpuMsPerAnswer =
  (cpu: 'serverCpu' | 'redisCpu' | 'generatorCpu') =>
  ({ result }: Observation): number | undefined => {
    const seconds = result.usage?.[cpu];
    const { answers } = result.load ?? result.open ?? {};
    return seconds === undefined || !answers ? undefined : (seconds * 1000) / answers;
  };

/** The CPU time of the server and its Redis together, as a caller pays for both. */
const withRedis = (observation: Observation) => {
  const server = cpuMsPerAnswer('serverCpu')(observation);
  return server === undefined ? undefined : server + (cpuMsPerAnswer('redisCpu')(observation) ?? 0);
};

export const cpuMs: Measure = { metric: 'cpu-ms-per-request', read: withRedis };

/**
 * Returns the time that the strategy adds to the kernel's, round by round, with the kernel of the same block. That is
 * the workload's own kernel, so a contestant with another kernel has no overhead.
 */
export const overheadIn = ({ run }: Pick<ScenarioInput, 'run'>): Measure => ({
  metric: 'overhead-ms',
  read: (observation) => {
    const own = withRedis(observation);
    const { subject, reference } = observation;
    const { kernel } = run.subjects.find(({ id }) => id === subject.contestant) ?? {};
    return own === undefined || !reference || kernel !== undefined ? undefined : own - reference.cpuMs;
  },
});

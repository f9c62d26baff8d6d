import type { Measure } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { SampleFilesOf } from '@cpu-bound/study/analyse/percentiles';
import type { Recovery } from '@cpu-bound/study/analyse/timeline';
import type { Accounting } from '@cpu-bound/study/model';

/** Measures that several questions read off a window. */

export const openSamples: SampleFilesOf = ({ open }) => open;
export const probeSamples: SampleFilesOf = ({ probe }) => probe;

const count =
  (of: keyof Accounting) =>
  ({ result: { open } }: Observation) =>
    open?.accounting[of];

/** Where every request of an open loop went: those from `answered` to `lost` add up to `sent`. */
export const accountingMeasures: readonly Measure[] = [
  { metric: 'sent', of: count('sent') },
  { metric: 'answered', of: count('ok') },
  { metric: 'errors', of: count('failed') },
  { metric: 'refused', of: count('refused') },
  // An open loop waits for each until its deadline: what has no answer by then is lost.
  { metric: 'lost', of: count('timedOut') },
  { metric: 'duplicated', of: ({ result: { open } }) => open?.answeredTwice },
];

export const retaken: Measure = { metric: 'retaken', of: ({ result: { fault } }) => fault?.retaken };

/** How long until a service was well again, and whether it was not by the end of what was watched. */
export const recoveryMeasures = (
  recoveryOf: (observation: Observation) => Recovery | undefined,
): readonly Measure[] => [
  { metric: 'recovery', of: (observation) => recoveryOf(observation)?.ms },
  { metric: 'unrecovered', of: (observation) => (recoveryOf(observation)?.recovered === false ? 1 : 0) },
];

export const peakMemory: Measure = {
  metric: 'rss-peak',
  of: ({ result: { usage } }) => usage?.serverRssBytes,
};
export const redisMemory: Measure = {
  metric: 'redis-rss',
  of: ({ result: { usage } }) => usage?.redisRssBytes,
};

/** Milliseconds of CPU per verified answer, both counted between the edges of the window. */
export const cpuMsPerAnswer =
  (cpu: 'serverCpu' | 'redisCpu' | 'generatorCpu') =>
  ({ result: { usage, load } }: Observation): number | undefined => {
    const seconds = usage?.[cpu];
    return seconds === undefined || !load?.answers ? undefined : (seconds * 1000) / load.answers;
  };

/** The server's own and Redis's part of it, together, as a caller pays it. */
const withRedis = (observation: Observation) => {
  const server = cpuMsPerAnswer('serverCpu')(observation);
  return server === undefined ? undefined : server + (cpuMsPerAnswer('redisCpu')(observation) ?? 0);
};

export const cpuMs: Measure = { metric: 'cpu-ms-per-request', of: withRedis };

/** CPU seconds per second of a service and its Redis, by the machine's clocks: how many cores they kept computing. */
export const cpuUsed: Measure = {
  metric: 'cpu-used',
  of: ({ result: { load, usage } }) =>
    load && usage?.serverCpu !== undefined
      ? (usage.serverCpu + (usage.redisCpu ?? 0)) / load.seconds
      : undefined,
};

/** Verified answers per CPU second of a service and its Redis. Times `cpuUsed` it is the throughput. */
export const answersPerCpuSecond: Measure = {
  metric: 'answers-per-cpu-second',
  of: (observation) => {
    const ms = withRedis(observation);
    return ms === undefined || ms <= 0 ? undefined : 1000 / ms;
  },
};

/**
 * What the strategy adds to the kernel, round by round against the kernel beside the same block. That one is the workload's
 * own: a contestant that computes by another has none.
 */
export const overheadIn = ({ run: { subjects } }: Pick<ScenarioInput, 'run'>): Measure => ({
  metric: 'overhead-ms',
  of: (observation) => {
    const own = withRedis(observation);
    const { subject, reference } = observation;
    const { kernel } = subjects.find(({ id }) => id === subject.contestant) ?? {};
    return own === undefined || !reference || kernel !== undefined ? undefined : own - reference.cpuMs;
  },
});

import { throughput as answersPerSecond, byRound, metricOver } from '@cpu-bound/study/analyse/measures';
import {
  conditionsOf,
  type Observation,
  type Recovery,
  type RunFacts,
  under,
} from '@cpu-bound/study/analyse/observations';
import type { PercentileId } from '@cpu-bound/study/analyse/percentiles';
import type { Accounting, Condition, LoadResult, MetricId } from '@cpu-bound/study/model';
import type { MetricSpec } from './question.ts';

/** Metrics that several questions have. */

export const throughput = {
  id: 'throughput',
  title: 'answers/s',
  read: answersPerSecond.read,
  compared: true,
} as const satisfies MetricSpec;

/**
 * The throughput as a multiple of that under another condition in the same round.
 *
 * @param relation.to true for the other condition
 * @param relation.atOnce its intervals hold for all contestants at once
 */
export const relativeThroughput = (
  metric: MetricId,
  relation: {
    readonly title: string;
    readonly to: (condition: Condition) => boolean;
    readonly atOnce?: true;
  },
): MetricSpec => ({
  id: metric,
  title: relation.title,
  shown: 'ratio',
  derive: ({ observations, run: { contestants } }) =>
    contestants.flatMap(({ id: contestant }) => {
      const level = relation.atOnce && 1 - 0.05 / contestants.length;
      const ratesUnder = (condition: Condition) =>
        byRound(under(observations, contestant, condition), answersPerSecond);
      const conditions = conditionsOf(observations);
      const other = conditions.find(relation.to);
      const base = other && ratesUnder(other);
      return conditions.flatMap((condition) => {
        const ratios = [...ratesUnder(condition)].flatMap(([round, perSecond]) => {
          const ofOther = base?.get(round);
          return ofOther ? [[round, perSecond / ofOther] as const] : [];
        });
        return metricOver({ contestant, metric, condition }, new Map(ratios), level);
      });
    }),
});

/** The requests per second that were due. */
export const offered: MetricSpec = { id: 'offered', read: ({ result }) => result.open?.perSecond };

/** A percentile of each window, as a column: `p50 (ms)`. */
export const percentile = (
  percentileOf: 'latency' | 'hello',
  p: PercentileId,
  more: Partial<Pick<MetricSpec, 'title' | 'compared'>> = {},
): MetricSpec => ({ id: `${percentileOf}-${p}`, title: `${p} (ms)`, percentileOf, p, ...more });

/** Memory with shared pages once, at the end of a window. Systems without it, and older runs, have the peak alone. */
export const memory: MetricSpec = {
  id: 'memory',
  title: 'memory (MiB)',
  shown: 'MiB',
  read: ({ result }) => result.usage?.serverMemoryBytes,
};
export const peakMemory: MetricSpec = {
  id: 'rss-peak',
  title: 'peak of resident memory (MiB)',
  shown: 'MiB',
  read: ({ result }) => result.usage?.serverRssBytes,
};
export const redisMemory: MetricSpec = {
  id: 'redis-rss',
  title: 'Redis (MiB)',
  shown: 'MiB',
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
function withRedis(window: Observation): number | undefined {
  const server = cpuMsPerAnswer('serverCpu')(window);
  return server === undefined ? undefined : server + (cpuMsPerAnswer('redisCpu')(window) ?? 0);
}

export const cpuMs = {
  id: 'cpu-ms-per-request',
  title: 'CPU per request, with Redis (ms)',
  read: withRedis,
} as const satisfies MetricSpec;

/**
 * CPU seconds per second of a service and its Redis, by the machine's clocks: the number of cores that they kept
 * computing.
 */
export const coresUsed: MetricSpec = {
  id: 'cpu-used',
  title: 'cores used',
  read: ({ result: { load, usage } }) =>
    load && usage?.serverCpu !== undefined
      ? (usage.serverCpu + (usage.redisCpu ?? 0)) / load.seconds
      : undefined,
};

/** Verified answers per CPU second of a service and its Redis. Its product with `cpu-used` is the throughput. */
export const answersPerCpuSecond = {
  id: 'answers-per-cpu-second',
  title: 'answers per CPU s',
  read(window) {
    const ms = withRedis(window);
    return ms === undefined || ms <= 0 ? undefined : 1000 / ms;
  },
} as const satisfies MetricSpec;

/**
 * The time that the strategy adds to the kernel's, round by round, with the kernel of the same block. That is the
 * workload's own kernel, so a contestant with another kernel has no overhead.
 */
export const overheadMs: MetricSpec = {
  id: 'overhead-ms',
  title: 'overhead CPU ms',
  read(window, { subjects }) {
    const own = withRedis(window);
    const { kernel } = subjects.find(({ id }) => id === window.subject.contestant) ?? {};
    return own === undefined || !window.reference || kernel !== undefined
      ? undefined
      : own - window.reference.cpuMs;
  },
};

/**
 * The largest and the smallest share of the answers that one worker gave; undefined without answers. A worker that never
 * answered is missing from the list, so its share is 0.
 */
export function extremeShares(
  shares: LoadResult['shares'] | undefined,
  { workers }: Pick<RunFacts, 'workers'>,
): { readonly max: number; readonly min: number } | undefined {
  const counts = shares?.map(({ answers }) => answers) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const min = counts.length < workers ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}

const count =
  (outcome: keyof Accounting) =>
  ({ result }: Observation) =>
    result.open?.accounting[outcome];

/** The outcomes of the requests of an open loop: those from `answered` to `timed out` add up to `sent`. */
export const outcomes: readonly MetricSpec[] = [
  { id: 'sent', title: 'sent', shown: 'count', read: count('sent') },
  { id: 'answered', title: 'answered', shown: 'count', read: count('ok') },
  { id: 'errors', title: 'failed', shown: 'count', read: count('failed') },
  { id: 'refused', title: 'refused', shown: 'count', read: count('refused') },
  // An open loop waits for each answer until its deadline: a request without an answer by then has timed out.
  { id: 'lost', title: 'timed out', shown: 'count', read: count('timedOut') },
  {
    id: 'duplicated',
    title: 'answered twice',
    shown: 'count',
    read: ({ result }) => result.open?.answeredTwice,
  },
];

/** The time until a service had recovered, and whether it had not by the end of the watch. */
export const recovery = (of: (window: Observation) => Recovery | undefined): MetricSpec[] => [
  { id: 'recovery', title: 'recovery (ms)', shown: 'recovery', read: (window) => of(window)?.ms },
  { id: 'unrecovered', read: (window) => (of(window)?.recovered === false ? 1 : 0) },
];

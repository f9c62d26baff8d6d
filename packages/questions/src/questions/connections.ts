import { type Contestant, variantsFor } from '@cpu-bound/measure/contestants/manifest';
import { conditionsIn, findMetric, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import type { Config } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import type { Condition, ConnectionPolicy } from '@cpu-bound/study/model';
import { HIGH } from '@cpu-bound/study/plan/windows';
import { extremeShares, percentile } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

const WAYS: Readonly<Record<ConnectionPolicy, string>> = {
  random: 'chosen at random',
  'in-turn': 'used in turn',
  'most-recent': 'the most recently used first',
  'per-request': 'a new connection for each request',
};
/** The spread is uneven if a worker's share exceeds an even one by this factor. */
const UNEVEN = 1.2;

/**
 * Selects the contestants that distribute connections, with their variants, and one that distributes requests, for
 * comparison.
 */
function subjectsOf({ contestants }: Config): Contestant[] {
  const dealing = contestants.filter(({ deals }) => deals === 'connections');
  const [reference] = contestants.filter(({ deals }) => deals === 'requests');
  return [...dealing, ...variantsFor(dealing, 'connections'), ...(reference ? [reference] : [])];
}

/** `50 connections, chosen at random` or `a new connection for each request`. */
const named = ({ setting: { policy = 'random', connections } }: Condition) =>
  policy === 'per-request' ? WAYS[policy] : `${connections} connections, ${WAYS[policy]}`;

/** The reason why nothing can be spread here. */
function nothingToSpread({ workers, contestants }: Config): string | undefined {
  if (workers < 2) return 'with one worker, nothing can be spread';
  return contestants.some(({ deals }) => deals === 'connections')
    ? undefined
    : 'no contestant distributes connections';
}

/** The same requests per second over connections that are chosen in each of the ways. */
export const connections: QuestionSpec = {
  id: 'connections',
  byNameSeconds: 540,
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  why: '`node:cluster` distributes connections, round-robin except on Windows, so all requests of a connection go to one process ([Node.js: cluster](https://nodejs.org/api/cluster.html#how-it-works)). A pool and a queue distribute requests.',
  place: 'sitting',
  windows: (config) =>
    (nothingToSpread(config) === undefined ? (Object.keys(WAYS) as ConnectionPolicy[]) : []).map(
      (policy) => ({
        id: `connections-${policy}`,
        seconds: 1.5,
        leadInSeconds: 0.4,
        load: { ...HIGH, changes: { policy } },
        setting: { policy, ...(policy !== 'per-request' && { connections: config.connections }) },
        contestants: subjectsOf(config),
      }),
    ),
  leftOut(config) {
    const reason = nothingToSpread(config);
    if (reason !== undefined) return [{ reason }];
    const measured = subjectsOf(config).map(({ id }) => id);
    return config.contestants
      .filter(({ id }) => !measured.includes(id))
      .map(({ id, workers: has }) => ({
        contestant: id,
        reason:
          has === false
            ? 'it has no workers that work could be spread over'
            : 'it distributes requests, whatever their connection; one strategy stands here for all of that kind',
      }));
  },
  named,
  metrics: [
    {
      id: 'share-max',
      title: 'largest share',
      shown: 'percent',
      read: ({ result }, run) => extremeShares(result.open?.shares, run)?.max,
      compared: true,
    },
    {
      id: 'share-min',
      title: 'smallest share',
      shown: 'percent',
      read: ({ result }, run) => extremeShares(result.open?.shares, run)?.min,
    },
    ...(['p50', 'p90', 'p99'] as const).map((p) => percentile('latency', p)),
  ],
  judgedBy: ['share-max'],
  charts: [
    {
      title: 'How evenly the work spreads; an even share dashed',
      axis: 'largest share of one worker',
      of: ['share-max'],
      line: ({ run }) => 1 / run.workers,
    },
  ],
  // Names the contestants that spread the work unevenly, by the lower end of the interval.
  says({ metrics }, analysis) {
    const { workers } = analysis.run;
    const even = `an even share is ${format.inPercent(1 / workers)}`;
    return conditionsIn(metrics).map((condition) => {
      const uneven = subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
        const share = findMetric(metrics, id, 'share-max', condition);
        return share && share.low > UNEVEN / workers
          ? [`${title} gave one worker ${format.percent(share)} of the answers`]
          : [];
      });
      return uneven.length > 0
        ? `${named(condition)}: ${uneven.join('; ')} (${even})`
        : `${named(condition)}: no contestant was shown to give one worker a fifth more than an even share (${even})`;
    });
  },
};

import { byRound, conditionsOf, kernelMs, observations } from '../../analyse/observations.ts';
import type { Condition, Metric, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { location } from '../../stats/location.ts';

/** Milliseconds of CPU per verified answer, both counted between the edges of the window. */
const perAnswer = (cpu: 'serverCpu' | 'redisCpu' | 'generatorCpu') => (window: WindowResult) => {
  const seconds = window.usage?.[cpu];
  const answers = window.load?.answers ?? 0;
  return seconds === undefined || answers === 0 ? undefined : (seconds * 1000) / answers;
};

/** The server's own and Redis's part of it, together, as a caller pays it. */
const withRedis = (window: WindowResult) => {
  const server = perAnswer('serverCpu')(window);
  return server === undefined ? undefined : server + (perAnswer('redisCpu')(window) ?? 0);
};

const values: readonly { metric: string; unit: string; of: (window: WindowResult) => number | undefined }[] =
  [
    { metric: 'cpu-ms-per-request', unit: 'ms', of: withRedis },
    { metric: 'redis-cpu-ms-per-request', unit: 'ms', of: perAnswer('redisCpu') },
    { metric: 'generator-cpu-ms-per-request', unit: 'ms', of: perAnswer('generatorCpu') },
    { metric: 'rss-peak', unit: 'bytes', of: ({ usage }) => usage?.serverRssBytes },
    { metric: 'redis-rss', unit: 'bytes', of: ({ usage }) => usage?.redisRssBytes },
  ];

/** CPU and memory of the capacity windows, by whom, and the start-up times of all cells. */
export function analyseCost(run: Run): ScenarioAnalysis {
  const found = observations(run, 'capacity');
  const conditions = conditionsOf(found);
  const contestants = run.manifest.contestants.map(({ id }) => id);
  return {
    metrics: [
      ...conditions.flatMap((condition) => [
        ...contestants.flatMap((contestant) =>
          values.flatMap(({ metric, unit, of }) =>
            metricOf({ contestant, metric, unit, condition }, byRound(found, { contestant, condition }, of)),
          ),
        ),
        ...metricOf(
          { contestant: 'kernel', metric: 'kernel-ms', unit: 'ms', condition },
          kernelMs(run, 'capacity', condition),
        ),
      ]),
      ...contestants.flatMap((contestant) =>
        metricOf({ contestant, metric: 'startup', unit: 'ms', condition: {} }, startUps(run, contestant)),
      ),
    ],
    comparisons: [],
    setting: {
      seconds: found[0]?.window.load?.seconds ?? 0,
      rounds: new Set(found.map(({ cell }) => cell.round)).size,
    },
  };
}

function metricOf(
  shared: { contestant: string; metric: string; unit: string; condition: Condition },
  rounds: ReadonlyMap<number, number>,
): Metric[] {
  const measured = [...rounds.values()].filter((value) => value > 0);
  return measured.length > 0 ? [{ ...shared, ...location(measured) }] : [];
}

/** Spawn → first 200 of `/readyz`, of the capacity cells, so that each round counts once. */
function startUps(run: Run, contestant: string): Map<number, number> {
  return new Map(
    run.results.flatMap((result) =>
      result.state === 'completed' &&
      result.trial.kind === 'cell' &&
      result.trial.scenario === 'capacity' &&
      !result.trial.twin &&
      result.trial.contestant === contestant &&
      result.startUpMs !== undefined
        ? [[result.trial.round, result.startUpMs] as const]
        : [],
    ),
  );
}

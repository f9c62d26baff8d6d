import { type Measure, measureAll, metricOver, settingOf } from '../../analyse/measures.ts';
import { conditionsOf, kernelMs, observations } from '../../analyse/observations.ts';
import type { Run, ScenarioAnalysis, WindowResult } from '../../model.ts';

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

const values: readonly Measure[] = [
  { metric: 'cpu-ms-per-request', unit: 'ms', of: withRedis },
  { metric: 'redis-cpu-ms-per-request', unit: 'ms', of: perAnswer('redisCpu') },
  { metric: 'generator-cpu-ms-per-request', unit: 'ms', of: perAnswer('generatorCpu') },
  { metric: 'rss-peak', unit: 'bytes', of: ({ usage }) => usage?.serverRssBytes },
  { metric: 'redis-rss', unit: 'bytes', of: ({ usage }) => usage?.redisRssBytes },
];

/** CPU and memory of the capacity windows, by whom, the start-up times, and what the strategy's code adds. */
export function analyseCost(run: Run): ScenarioAnalysis {
  const found = observations(run, 'capacity');
  const { contestants } = run.manifest;
  return {
    metrics: [
      ...measureAll(run, found, values),
      ...conditionsOf(found).flatMap((condition) =>
        metricOver(
          { contestant: 'kernel', metric: 'kernel-ms', unit: 'ms', condition },
          kernelMs(run, 'capacity', condition),
        ),
      ),
      ...contestants.flatMap(({ id: contestant }) =>
        metricOver({ contestant, metric: 'startup', unit: 'ms', condition: {} }, startUps(run, contestant)),
      ),
    ],
    comparisons: [],
    setting: settingOf(found),
  };
}

/** Spawn → first 200 of `/readyz`, of the plain start of each round: the usual workers and environment. */
function startUps(run: Run, contestant: string): Map<number, number> {
  const starts = new Map<number, number>();
  for (const result of run.results) {
    const { trial } = result;
    if (result.state !== 'completed' || trial.kind !== 'cell' || result.startUpMs === undefined) continue;
    const isPlain = !trial.twin && trial.workers === undefined && trial.env === undefined;
    if (isPlain && trial.contestant === contestant && !starts.has(trial.round)) {
      starts.set(trial.round, result.startUpMs);
    }
  }
  return starts;
}

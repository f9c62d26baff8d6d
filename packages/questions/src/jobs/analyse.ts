import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { JobsResult, MetricId, ScenarioAnalysis } from '@cpu-bound/study/model';

export type JobsAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measure = (metric: MetricId, read: (jobs: JobsResult) => number | undefined): Measure => ({
  metric,
  read: ({ result }) => result.jobs && read(result.jobs),
});

const measures: readonly Measure[] = [
  measure('jobs-sent', ({ sent }) => sent),
  measure('jobs-accepted', ({ accepted }) => accepted),
  measure('jobs-refused', ({ refused }) => refused),
  measure('jobs-failed', ({ failed }) => failed),
  measure('jobs-done', ({ done }) => done),
  measure('jobs-lost', ({ lost }) => lost),
  measure('jobs-twice', ({ twice }) => twice),
  measure('accept-rate', ({ acceptedPerSecond }) => acceptedPerSecond),
  measure('accept-p50', ({ acceptMs }) => acceptMs?.p50),
  measure('accept-p99', ({ acceptMs }) => acceptMs?.p99),
  measure('done-p50', ({ doneMs }) => doneMs?.p50),
  measure('done-p99', ({ doneMs }) => doneMs?.p99),
  measure('done-max', ({ doneMs }) => doneMs?.max),
  {
    metric: 'redis-cpu-ms-per-job',
    read: ({ result }) =>
      result.jobs && result.usage?.redisCpu !== undefined
        ? (result.usage.redisCpu * 1000) / result.jobs.accepted
        : undefined,
  },
];

/**
 * Returns the times until jobs are accepted and done, and the number of those done, for each way in which Redis
 * persists its data.
 */
export const analyse = (input: ScenarioInput): JobsAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

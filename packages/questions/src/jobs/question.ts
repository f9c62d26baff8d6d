import type { Question } from '@cpu-bound/report/question';
import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { JobsResult, MetricId } from '@cpu-bound/study/model';
import type { JobsAnalysis } from './analyse.ts';
import { jobsCharts } from './charts.ts';
import { jobsNeeds } from './needs.ts';
import { jobsLeftOut, planJobs } from './plan.ts';
import { jobsSection } from './section.ts';

const measure = (metric: MetricId, of: (jobs: JobsResult) => number | undefined): Measure => ({
  metric,
  of: ({ result: { jobs } }) => jobs && of(jobs),
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
    of: ({ result: { jobs, usage } }) =>
      jobs && usage?.redisCpu !== undefined ? (usage.redisCpu * 1000) / jobs.accepted : undefined,
  },
];

export const jobs: Question<JobsAnalysis> = {
  id: 'jobs',
  question: 'What do accepted jobs cost, and are any lost?',
  profiles: ['standard', 'thorough'],
  plan: planJobs,
  leftOut: jobsLeftOut,
  /** How soon jobs are accepted and done, and which of them are when Redis keeps its data in each way. */
  analyse: (input) => ({
    metrics: metricsOf(input, measures),
    comparisons: [],
    rounds: extent(input).rounds,
  }),
  needs: jobsNeeds,
  section: jobsSection,
  charts: jobsCharts,
};

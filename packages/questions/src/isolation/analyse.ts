import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { accountingMeasures } from '../measures.ts';
import { NO_ANSWER } from './conditions.ts';

export type IsolationAnalysis = ScenarioAnalysis & { readonly rounds: number };

const unserved = ({ result }: Observation): number | undefined =>
  result.open &&
  result.open.accounting.failed + result.open.accounting.refused + result.open.accounting.timedOut;

const silence = ({ result }: Observation) => result.open?.silenceMs;

const restarts = ({ result }: Observation) => result.fault?.poison?.restarts;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'unserved', read: unserved },
  { metric: 'silence', read: silence },
  {
    metric: 'poison-status',
    read: ({ result }) => result.fault?.poison && (result.fault.poison.status ?? NO_ANSWER),
  },
  { metric: 'poison-taken', read: ({ result }) => result.fault?.poison?.taken },
  { metric: 'service-restarts', read: restarts },
];

/** Returns the effect of one failing task on the concurrent requests, and its own outcome. */
export const analyse = (input: ScenarioInput): IsolationAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { accountingMeasures } from '../measures.ts';

export type RestartAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'outage', read: ({ result }) => result.open && (result.open.unservedMs ?? 0) },
  {
    metric: 'shutdown',
    read: ({ result }) => result.fault && (result.fault.tookMs ?? 0) - (result.fault.startUpMs ?? 0),
  },
  { metric: 'startup', read: ({ result }) => result.fault?.startUpMs },
];

/** Returns failed requests, the time without service and the start-up of a restart under load. */
export const analyse = (input: ScenarioInput): RestartAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

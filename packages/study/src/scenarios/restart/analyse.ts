import { extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import type { ScenarioInput } from '../../analyse/observations.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { accountingMeasures } from '../measures.ts';

export type RestartAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'outage', of: ({ result: { open } }) => open && (open.unservedMs ?? 0) },
  {
    metric: 'shutdown',
    of: ({ result: { fault } }) => fault && (fault.tookMs ?? 0) - (fault.startUpMs ?? 0),
  },
  { metric: 'startup', of: ({ result: { fault } }) => fault?.startUpMs },
];

/** Failed requests, the time without service and the start-up of a restart under load. */
export const analyseRestart = (input: ScenarioInput): RestartAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

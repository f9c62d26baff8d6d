import { extent, metricsOf } from '../../analyse/measures.ts';
import type { Observation, ScenarioInput } from '../../analyse/observations.ts';
import { recoveryFrom } from '../../analyse/timeline.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { accountingMeasures, recoveryMeasures, retaken } from '../measures.ts';

export type FaultsAnalysis = ScenarioAnalysis & { readonly rounds: number };

const recovery = ({ result: { open, fault } }: Observation) =>
  open && fault && recoveryFrom(open, fault.atMs);

const measures = [...accountingMeasures, retaken, ...recoveryMeasures(recovery)];

/** Where every request went while a service was hurt, and how long it took to be well again. */
export const analyseFaults = (input: ScenarioInput): FaultsAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
});

import { extent, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { accountingMeasures, recoveryMeasures, retaken } from '../measures.ts';

export type FaultsAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  /** The kind of worker that was killed, by contestant. */
  readonly ended: Readonly<Record<string, 'a process' | 'a thread'>>;
};

const recovery = ({ result }: Observation) =>
  result.open && result.fault && recoveryFrom(result.open, result.fault.atMs);

const measures = [...accountingMeasures, retaken, ...recoveryMeasures(recovery)];

/** Returns the outcome of every request around a fault, and the time to recover. */
export const analyse = (input: ScenarioInput): FaultsAnalysis => ({
  metrics: metricsOf(input, measures),
  comparisons: [],
  rounds: extent(input).rounds,
  ended: Object.fromEntries(
    input.observations.flatMap(({ subject, result }) =>
      result.fault?.ended ? [[subject.contestant, result.fault.ended]] : [],
    ),
  ),
});

import { extent, metricsOf } from '../../analyse/measures.ts';
import type { Observation } from '../../analyse/observations.ts';
import { recoveryFrom } from '../../analyse/timeline.ts';
import { accountingMeasures, recoveryMeasures, retaken } from '../measures.ts';
import type { Scenario } from '../scenario.ts';
import type { FaultsAnalysis } from './analysis.ts';
import { faultsNeeds } from './need.ts';
import { faultsLeftOut, planFaults } from './plan.ts';

const recovery = ({ result: { open, fault } }: Observation) =>
  open && fault && recoveryFrom(open, fault.atMs);

const measures = [...accountingMeasures, retaken, ...recoveryMeasures(recovery)];

export const faults: Scenario<FaultsAnalysis> = {
  id: 'faults',
  question: 'What is lost when a worker or Redis dies?',
  profiles: ['standard', 'thorough'],
  plan: planFaults,
  leftOut: faultsLeftOut,
  /** The outcome of every request around a fault, and the time to recover. */
  analyse: (input) => ({
    metrics: metricsOf(input, measures),
    comparisons: [],
    rounds: extent(input).rounds,
    ended: Object.fromEntries(
      input.observations.flatMap(({ subject, result: { fault } }) =>
        fault?.ended ? [[subject.contestant, fault.ended]] : [],
      ),
    ),
  }),
  needs: faultsNeeds,
};

import type { Question } from '@cpu-bound/report/question';
import { extent, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation } from '@cpu-bound/study/analyse/observations';
import { recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import { accountingMeasures, recoveryMeasures, retaken } from '../measures.ts';
import type { FaultsAnalysis } from './analyse.ts';
import { faultsCharts } from './charts.ts';
import { faultsNeeds } from './needs.ts';
import { faultsLeftOut, planFaults } from './plan.ts';
import { faultsSection } from './section.ts';

const recovery = ({ result: { open, fault } }: Observation) =>
  open && fault && recoveryFrom(open, fault.atMs);

const measures = [...accountingMeasures, retaken, ...recoveryMeasures(recovery)];

export const faults: Question<FaultsAnalysis> = {
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
  section: faultsSection,
  charts: faultsCharts,
};

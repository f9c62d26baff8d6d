import type { Scenario } from '../scenario.ts';
import type { FaultsAnalysis } from './analyse.ts';
import { analyseFaults } from './analyse.ts';
import { faultsNeeds } from './need.ts';
import { faultsLeftOut, planFaults } from './plan.ts';

export const faults: Scenario<FaultsAnalysis> = {
  id: 'faults',
  question: 'What is lost when a worker or Redis dies?',
  profiles: ['standard', 'thorough'],
  plan: planFaults,
  leftOut: faultsLeftOut,
  analyse: analyseFaults,
  needs: faultsNeeds,
};

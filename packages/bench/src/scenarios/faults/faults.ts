import type { Scenario } from '../scenario.ts';
import { analyseFaults } from './analyse.ts';
import { faultsCharts } from './chart.ts';
import { faultsLeftOut, planFaults } from './plan.ts';
import { faultsSection } from './section.ts';

export const faults: Scenario = {
  id: 'faults',
  question: 'What is lost when a worker or Redis dies?',
  plan: planFaults,
  leftOut: faultsLeftOut,
  analyse: analyseFaults,
  section: faultsSection,
  charts: faultsCharts,
};

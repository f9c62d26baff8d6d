import type { Scenario } from '../scenario.ts';
import { analyseConnections } from './analyse.ts';
import { connectionsCharts } from './chart.ts';
import { connectionsLeftOut, planConnections } from './plan.ts';
import { connectionsSection } from './section.ts';

export const connections: Scenario = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  plan: planConnections,
  leftOut: connectionsLeftOut,
  analyse: analyseConnections,
  section: connectionsSection,
  charts: connectionsCharts,
};

import type { Scenario } from '../scenario.ts';
import { analyseConnections } from './analyse.ts';
import type { ConnectionsAnalysis } from './analysis.ts';
import { connectionsCharts } from './chart.ts';
import { connectionsLeftOut, planConnections } from './plan.ts';
import { connectionsSection } from './section.ts';

export const connections: Scenario<ConnectionsAnalysis> = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  plan: planConnections,
  leftOut: connectionsLeftOut,
  analyse: analyseConnections,
  section: connectionsSection,
  charts: connectionsCharts,
};

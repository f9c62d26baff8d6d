import type { Scenario } from '../scenario.ts';
import type { ConnectionsAnalysis } from './analyse.ts';
import { analyseConnections } from './analyse.ts';
import { connectionsLeftOut, planConnections } from './plan.ts';

export const connections: Scenario<ConnectionsAnalysis> = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  plan: planConnections,
  leftOut: connectionsLeftOut,
  analyse: analyseConnections,
};

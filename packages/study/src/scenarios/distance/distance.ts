import type { Scenario } from '../scenario.ts';
import type { DistanceAnalysis } from './analyse.ts';
import { analyseDistance } from './analyse.ts';
import { distanceLeftOut, planDistance } from './plan.ts';

export const distance: Scenario<DistanceAnalysis> = {
  id: 'distance',
  question: 'What does it cost to have API, Redis and workers on hosts of their own?',
  profiles: [], // by name: what it asks is of a system of several hosts
  plan: planDistance,
  leftOut: distanceLeftOut,
  analyse: analyseDistance,
};

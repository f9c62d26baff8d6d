import type { Scenario } from '../scenario.ts';
import type { CapacityAnalysis } from './analyse.ts';
import { analyseCapacity } from './analyse.ts';
import { capacityFlips, capacityNeeds } from './need.ts';
import { planCapacity } from './plan.ts';

export const capacity: Scenario<CapacityAnalysis> = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan: planCapacity,
  analyse: analyseCapacity,
  needs: capacityNeeds,
  flips: capacityFlips,
};

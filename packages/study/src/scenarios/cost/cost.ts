import type { ScenarioAnalysis } from '../../model.ts';
import { planCapacity } from '../capacity/plan.ts';
import type { Scenario } from '../scenario.ts';
import { analyseCost } from './analyse.ts';
import { costNeeds } from './need.ts';

export const cost: Scenario<ScenarioAnalysis> = {
  id: 'cost',
  question: 'What does a request cost in CPU time and memory, and how long does a start take?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  // It reads the windows of the headline's closed loop, which are measured once, whoever asks.
  plan: planCapacity,
  analyse: analyseCost,
  needs: costNeeds,
};

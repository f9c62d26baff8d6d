import type { Scenario } from '../scenario.ts';
import type { ResponsivenessAnalysis } from './analyse.ts';
import { analyseResponsiveness } from './analyse.ts';
import { responsivenessNeeds } from './need.ts';
import { planResponsiveness } from './plan.ts';

export const responsiveness: Scenario<ResponsivenessAnalysis> = {
  id: 'responsiveness',
  question: 'Does a light endpoint stay fast while the heavy one is busy?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan: planResponsiveness,
  analyse: analyseResponsiveness,
  needs: responsivenessNeeds,
};

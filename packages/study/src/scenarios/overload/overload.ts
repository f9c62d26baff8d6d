import type { Scenario } from '../scenario.ts';
import type { OverloadAnalysis } from './analyse.ts';
import { analyseOverload } from './analyse.ts';
import { overloadNeeds } from './need.ts';
import { planOverload } from './plan.ts';

export const overload: Scenario<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens when more is asked than it can answer?',
  profiles: ['thorough'],
  plan: planOverload,
  analyse: analyseOverload,
  needs: overloadNeeds,
};

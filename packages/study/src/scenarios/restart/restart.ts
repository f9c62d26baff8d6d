import type { Scenario } from '../scenario.ts';
import type { RestartAnalysis } from './analyse.ts';
import { analyseRestart } from './analyse.ts';
import { restartNeeds } from './need.ts';
import { planRestart } from './plan.ts';

export const restart: Scenario<RestartAnalysis> = {
  id: 'restart',
  question: 'What does a restart cost those who are asking?',
  profiles: ['thorough'],
  plan: planRestart,
  analyse: analyseRestart,
  needs: restartNeeds,
};

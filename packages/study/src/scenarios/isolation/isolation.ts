import type { Scenario } from '../scenario.ts';
import type { IsolationAnalysis } from './analyse.ts';
import { analyseIsolation } from './analyse.ts';
import { isolationNeeds } from './need.ts';
import { isolationLeftOut, planIsolation } from './plan.ts';

export const isolation: Scenario<IsolationAnalysis> = {
  id: 'isolation',
  question: 'Does a bad task take the others along?',
  profiles: ['standard', 'thorough'],
  plan: planIsolation,
  leftOut: isolationLeftOut,
  analyse: analyseIsolation,
  needs: isolationNeeds,
};

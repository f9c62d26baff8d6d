import type { Scenario } from '../scenario.ts';
import type { WorkersAnalysis } from './analyse.ts';
import { analyseWorkers } from './analyse.ts';
import { workersFlips } from './need.ts';
import { planWorkers, workersLeftOut } from './plan.ts';

export const workers: Scenario<WorkersAnalysis> = {
  id: 'workers',
  question: 'Does it scale with workers, and what do more workers than cores do?',
  profiles: ['thorough'],
  plan: planWorkers,
  leftOut: workersLeftOut,
  analyse: analyseWorkers,
  flips: workersFlips,
};

import type { Scenario } from '../scenario.ts';
import type { TaskSizeAnalysis } from './analyse.ts';
import { analyseTaskSize } from './analyse.ts';
import { taskSizeFlips } from './need.ts';
import { planTaskSize } from './plan.ts';

export const taskSize: Scenario<TaskSizeAnalysis> = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  plan: planTaskSize,
  analyse: analyseTaskSize,
  flips: taskSizeFlips,
};

import type { Scenario } from '../scenario.ts';
import { analyseTaskSize } from './analyse.ts';
import type { TaskSizeAnalysis } from './analysis.ts';
import { taskSizeCharts } from './chart.ts';
import { taskSizeFlips } from './need.ts';
import { planTaskSize } from './plan.ts';
import { taskSizeSection } from './section.ts';

export const taskSize: Scenario<TaskSizeAnalysis> = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  plan: planTaskSize,
  analyse: analyseTaskSize,
  section: taskSizeSection,
  charts: taskSizeCharts,
  flips: taskSizeFlips,
};

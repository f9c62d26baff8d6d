import type { Scenario } from '../scenario.ts';
import { analyseTaskSize } from './analyse.ts';
import { taskSizeCharts } from './chart.ts';
import { planTaskSize } from './plan.ts';
import { taskSizeSection } from './section.ts';

export const taskSize: Scenario = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  plan: planTaskSize,
  analyse: analyseTaskSize,
  section: taskSizeSection,
  charts: taskSizeCharts,
};

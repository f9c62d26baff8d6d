import { planCapacity } from '../capacity/plan.ts';
import type { Scenario } from '../scenario.ts';
import { analyseCost } from './analyse.ts';
import { costCharts } from './chart.ts';
import { costSection } from './section.ts';

export const cost: Scenario = {
  id: 'cost',
  question: 'What does a request cost in CPU time and memory, and how long does a start take?',
  // It reads what the cells of `capacity` used, and plans them only where that was not asked for.
  plan: (config) => (config.scenarios.includes('capacity') ? [] : planCapacity(config)),
  analyse: analyseCost,
  section: costSection,
  charts: costCharts,
};

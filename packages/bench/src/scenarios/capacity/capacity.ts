import type { Scenario } from '../scenario.ts';
import { analyseCapacity } from './analyse.ts';
import { capacityCharts } from './chart.ts';
import { planCapacity } from './plan.ts';
import { capacitySection } from './section.ts';

export const capacity: Scenario = {
  id: 'capacity',
  question: 'How many requests per second, and how close to the physical limit?',
  plan: planCapacity,
  analyse: analyseCapacity,
  section: capacitySection,
  charts: capacityCharts,
};

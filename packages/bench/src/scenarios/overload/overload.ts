import type { Scenario } from '../scenario.ts';
import { analyseOverload } from './analyse.ts';
import { overloadCharts } from './chart.ts';
import { planOverload } from './plan.ts';
import { overloadSection } from './section.ts';

export const overload: Scenario = {
  id: 'overload',
  question: 'What happens when more is asked than it can answer?',
  plan: planOverload,
  analyse: analyseOverload,
  section: overloadSection,
  charts: overloadCharts,
};

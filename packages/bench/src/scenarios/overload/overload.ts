import type { Scenario } from '../scenario.ts';
import { analyseOverload } from './analyse.ts';
import type { OverloadAnalysis } from './analysis.ts';
import { overloadCharts } from './chart.ts';
import { overloadNeeds } from './need.ts';
import { planOverload } from './plan.ts';
import { overloadSection } from './section.ts';

export const overload: Scenario<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens when more is asked than it can answer?',
  profiles: ['thorough'],
  plan: planOverload,
  analyse: analyseOverload,
  section: overloadSection,
  charts: overloadCharts,
  needs: overloadNeeds,
};

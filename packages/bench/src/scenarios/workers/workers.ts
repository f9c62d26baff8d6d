import type { Scenario } from '../scenario.ts';
import { analyseWorkers } from './analyse.ts';
import type { WorkersAnalysis } from './analysis.ts';
import { workersCharts } from './chart.ts';
import { workersFlips } from './need.ts';
import { planWorkers, workersLeftOut } from './plan.ts';
import { workersSection } from './section.ts';

export const workers: Scenario<WorkersAnalysis> = {
  id: 'workers',
  question: 'Does it scale with workers, and what do more workers than cores do?',
  profiles: ['thorough'],
  plan: planWorkers,
  leftOut: workersLeftOut,
  analyse: analyseWorkers,
  section: workersSection,
  charts: workersCharts,
  flips: workersFlips,
};

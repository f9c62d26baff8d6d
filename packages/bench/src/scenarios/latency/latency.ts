import type { Scenario } from '../scenario.ts';
import { analyseLatency } from './analyse.ts';
import { latencyCharts } from './chart.ts';
import { planLatency } from './plan.ts';
import { latencySection } from './section.ts';

export const latency: Scenario = {
  id: 'latency',
  question: 'How long does a request take under a load that all can bear?',
  plan: planLatency,
  analyse: analyseLatency,
  section: latencySection,
  charts: latencyCharts,
};

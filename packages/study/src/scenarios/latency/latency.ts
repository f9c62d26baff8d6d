import type { Scenario } from '../scenario.ts';
import type { LatencyAnalysis } from './analyse.ts';
import { analyseLatency } from './analyse.ts';
import { latencyNeeds } from './need.ts';
import { planLatency } from './plan.ts';

export const latency: Scenario<LatencyAnalysis> = {
  id: 'latency',
  question: 'How long does a request take under load?',
  profiles: ['smoke', 'standard', 'thorough'],
  plan: planLatency,
  analyse: analyseLatency,
  needs: latencyNeeds,
};

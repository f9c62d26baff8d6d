import type { Scenario } from '../scenario.ts';
import { analyseCapacity } from './analyse.ts';
import type { CapacityAnalysis } from './analysis.ts';
import { capacityCharts } from './chart.ts';
import { capacityFlips, capacityNeeds } from './need.ts';
import { planCapacity } from './plan.ts';
import { capacitySection } from './section.ts';

export const capacity: Scenario<CapacityAnalysis> = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan: planCapacity,
  analyse: analyseCapacity,
  section: capacitySection,
  charts: capacityCharts,
  needs: capacityNeeds,
  flips: capacityFlips,
};

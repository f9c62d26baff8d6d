import type { Scenario } from '../scenario.ts';
import { analyseResponsiveness } from './analyse.ts';
import { responsivenessCharts } from './chart.ts';
import { planResponsiveness } from './plan.ts';
import { responsivenessSection } from './section.ts';

export const responsiveness: Scenario = {
  id: 'responsiveness',
  question: 'Does a light endpoint stay fast while the heavy one is busy?',
  plan: planResponsiveness,
  analyse: analyseResponsiveness,
  section: responsivenessSection,
  charts: responsivenessCharts,
};

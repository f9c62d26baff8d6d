import type { Question } from '@cpu-bound/report/question';
import { analyse, type CapacityAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { flips, needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const capacity: Question<CapacityAnalysis> = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  ofRequests: true,
  plan,
  analyse,
  needs,
  flips,
  section,
  charts,
};

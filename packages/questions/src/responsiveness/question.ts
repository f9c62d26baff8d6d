import type { Question } from '@cpu-bound/report/question';
import { analyse, type ResponsivenessAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const responsiveness: Question<ResponsivenessAnalysis> = {
  id: 'responsiveness',
  question: 'Does a light endpoint stay fast while the heavy one is busy?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

import type { Question } from '@cpu-bound/report/question';
import { analyse, type SoakAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const soak: Question<SoakAnalysis> = {
  id: 'soak',
  question: 'What is rare, and what changes over an hour?',
  profiles: ['soak'],
  ofRequests: true,
  plan,
  analyse,
  section,
  charts,
};

import type { Question } from '@cpu-bound/report/question';
import { analyse, type WithinAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const within: Question<WithinAnalysis> = {
  id: 'within',
  question: 'How many requests a second stay within your p99?',
  profiles: ['standard', 'thorough'],
  ofRequests: true,
  byNameSeconds: 840,
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

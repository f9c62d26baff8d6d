import type { Question } from '@cpu-bound/report/question';
import { analyse, type FaultsAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const faults: Question<FaultsAnalysis> = {
  id: 'faults',
  question: 'Which requests go unanswered when a worker or Redis dies?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

import type { Question } from '@cpu-bound/report/question';
import { analyse, type IsolationAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const isolation: Question<IsolationAnalysis> = {
  id: 'isolation',
  question: 'Does a failing task harm other requests?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

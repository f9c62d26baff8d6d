import type { Question } from '@cpu-bound/report/question';
import { analyse, type JobsAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const jobs: Question<JobsAnalysis> = {
  id: 'jobs',
  question: 'What do accepted jobs cost, and are any lost?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

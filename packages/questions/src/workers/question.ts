import type { Question } from '@cpu-bound/report/question';
import { analyse, type WorkersAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { flips } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const workers: Question<WorkersAnalysis> = {
  id: 'workers',
  question: 'Does throughput grow with workers, also beyond the number of cores?',
  profiles: ['thorough'],
  plan,
  leftOut,
  analyse,
  flips,
  section,
  charts,
};

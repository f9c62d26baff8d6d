import type { Question } from '@cpu-bound/report/question';
import { analyse, type ConnectionsAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const connections: Question<ConnectionsAnalysis> = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  plan,
  leftOut,
  analyse,
  section,
  charts,
};

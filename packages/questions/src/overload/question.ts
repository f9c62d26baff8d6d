import type { Question } from '@cpu-bound/report/question';
import { analyse, type OverloadAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const overload: Question<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens under overload?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

import type { Question } from '@cpu-bound/report/question';
import { analyse, type RestartAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const restart: Question<RestartAnalysis> = {
  id: 'restart',
  question: 'What does a restart cost the clients?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

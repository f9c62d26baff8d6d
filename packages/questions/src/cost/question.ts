import type { Question } from '@cpu-bound/report/question';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { analyse } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const cost: Question<ScenarioAnalysis> = {
  id: 'cost',
  question: 'What does a request cost in CPU time and memory, and how long does a start take?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

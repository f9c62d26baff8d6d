import type { Question } from '@cpu-bound/report/question';
import { analyse, type CpusAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const cpus: Question<CpusAnalysis> = {
  id: 'cpus',
  question: 'Does a pool help on one core, or on half a core?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

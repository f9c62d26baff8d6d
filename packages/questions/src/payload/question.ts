import type { Question } from '@cpu-bound/report/question';
import { analyse, type PayloadAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const payload: Question<PayloadAnalysis> = {
  id: 'payload',
  question: 'What do large request and response bodies cost?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

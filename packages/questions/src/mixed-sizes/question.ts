import type { Question } from '@cpu-bound/report/question';
import { analyse, type MixedSizesAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { leftOut, plan } from './plan.ts';
import { section } from './section.ts';

export const mixedSizes: Question<MixedSizesAnalysis> = {
  id: 'mixed-sizes',
  question: 'Do small tasks wait behind large ones?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};

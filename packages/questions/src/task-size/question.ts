import type { Question } from '@cpu-bound/report/question';
import { analyse, type TaskSizeAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { flips } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const taskSize: Question<TaskSizeAnalysis> = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  plan,
  analyse,
  flips,
  section,
  charts,
};

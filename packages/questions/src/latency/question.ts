import type { Question } from '@cpu-bound/report/question';
import { analyse, type LatencyAnalysis } from './analyse.ts';
import { charts } from './charts.ts';
import { needs } from './needs.ts';
import { plan } from './plan.ts';
import { section } from './section.ts';

export const latency: Question<LatencyAnalysis> = {
  id: 'latency',
  question: 'How long does a request take under load?',
  profiles: ['smoke', 'standard', 'thorough'],
  once: ['quick'],
  ofRequests: true,
  byNameSeconds: 840,
  plan,
  analyse,
  needs,
  section,
  charts,
};

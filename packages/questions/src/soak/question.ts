import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import { profiles } from '@cpu-bound/study/config/profiles';
import type { Seconds } from '@cpu-bound/study/model';
import { expectedOfBlock } from '@cpu-bound/study/plan/expect';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';
import { analyse, type SoakAnalysis } from './analyse.ts';
import { charts, section } from './section.ts';

/** The time for a contestant's start, its warm-up, and its first closed loops. */
const BEFORE: Seconds = 12;

/**
 * Plans the same processes all the time, each in turn at the low rate. The windows fill the run's time, so fewer
 * contestants have more of them. A twin would take a fifth of them.
 */
export function plan(config: Config): ScenarioPlan {
  const contestants = config.contestants.map(({ id }) => id);
  const { window } = openAt(config, LOW);
  const block = expectedOfBlock({ id: window.id, window: { ...window, questions: [] }, order: contestants });
  const seconds = (config.promisedSeconds ?? profiles.soak.promisedSeconds) - BEFORE * contestants.length;
  return { sitting: [{ window, contestants, blocks: Math.max(1, Math.floor(seconds / block)) }] };
}

export const soak: Question<SoakAnalysis> = {
  id: 'soak',
  question: 'What is rare, and what changes over an hour?',
  profiles: ['soak'],
  ofRequests: true,
  plan,
  analyse,
  section,
  charts,
};

import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';
import { planOf } from '../plan.ts';
import { capacity } from '../questions/capacity.ts';
import { analyse, needs } from './analyse.ts';
import { charts, section } from './section.ts';

/**
 * Reads windows that other questions have anyway: the headline's closed loop, which is measured once for all, and the low
 * rate, which is the same for all contestants.
 */
export const plan = (config: Config): ScenarioPlan => ({
  sitting: [
    ...(planOf(capacity, config).sitting ?? []),
    {
      ...openAt(config, LOW),
      contestants: config.contestants.map(({ id }) => id),
      onlyIfShared: true,
    },
  ],
});

export const cost: Question<ScenarioAnalysis> = {
  id: 'cost',
  question: 'What does a request cost?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  plan,
  analyse,
  needs,
  section,
  charts,
};

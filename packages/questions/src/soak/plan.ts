import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';

/** Plans the same processes all the time, each in turn at the low rate; the twin would take a fifth of the windows. */
export function plan(config: Config): ScenarioPlan {
  return { sitting: [{ ...openAt(config, LOW), contestants: config.contestants.map(({ id }) => id) }] };
}

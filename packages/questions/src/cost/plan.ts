import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';
import { plan as saturated } from '../capacity/plan.ts';

/**
 * Reads windows that other questions have anyway: the headline's closed loop, which is measured once for all, and the low
 * rate, which is the same for all contestants.
 */
export const plan = (config: Config): ScenarioPlan => ({
  sitting: [
    ...(saturated(config).sitting ?? []),
    {
      ...openAt(config, LOW),
      contestants: config.contestants.map(({ id }) => id),
      onlyIfShared: true,
    },
  ],
});

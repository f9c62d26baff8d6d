import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Config } from '../../config/config.ts';
import type { ScenarioPlan } from '../../plan/scenario-plan.ts';
import { headlineClosed } from '../../plan/windows.ts';

/** A closed loop on the headline's input, in several blocks of each round; variants beside, where there is time. */
export function planCapacity(config: Config): ScenarioPlan {
  const { contestants, profile } = config;
  const beside = profile.withVariants ? variantsFor(contestants, 'capacity').map(({ id }) => id) : [];
  return { sitting: [{ ...headlineClosed(config, profile.capacityBlocks), beside }] };
}

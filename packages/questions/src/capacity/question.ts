import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { headlineClosed } from '@cpu-bound/study/plan/windows';
import { analyse, type CapacityAnalysis, flips, needs } from './analyse.ts';
import { charts, section } from './section.ts';

/**
 * Plans a closed loop on the headline's input, in several blocks of each round, with variants if the profile has them.
 */
export function plan(config: Config): ScenarioPlan {
  const { contestants, profile } = config;
  const variants = profile.withVariants ? variantsFor(contestants, 'capacity').map(({ id }) => id) : [];
  return { sitting: [{ ...headlineClosed(config, profile.capacityBlocks), variants }] };
}

export const capacity: Question<CapacityAnalysis> = {
  id: 'capacity',
  question: 'How many requests can it answer?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  ofRequests: true,
  plan,
  analyse,
  needs,
  flips,
  section,
  charts,
};

import type { Scenario } from '../scenario.ts';
import type { MixedSizesAnalysis } from './analyse.ts';
import { analyseMixedSizes } from './analyse.ts';
import { mixedSizesNeeds } from './need.ts';
import { mixedSizesLeftOut, planMixedSizes } from './plan.ts';

export const mixedSizes: Scenario<MixedSizesAnalysis> = {
  id: 'mixed-sizes',
  question: 'Who makes small tasks wait behind large ones?',
  profiles: ['thorough'],
  plan: planMixedSizes,
  leftOut: mixedSizesLeftOut,
  analyse: analyseMixedSizes,
  needs: mixedSizesNeeds,
};

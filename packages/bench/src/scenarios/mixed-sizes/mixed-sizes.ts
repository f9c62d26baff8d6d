import type { ScenarioAnalysis, Seconds } from '../../model.ts';
import type { Scenario } from '../scenario.ts';
import { analyseMixedSizes } from './analyse.ts';
import { mixedSizesCharts } from './chart.ts';
import { mixedSizesLeftOut, planMixedSizes } from './plan.ts';
import { mixedSizesSection } from './section.ts';

export type MixedSizesAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly rounds: number;
  /** What each contestant's predicted wait was computed with. */
  readonly models: Readonly<Record<string, string>>;
};

export const mixedSizes: Scenario<MixedSizesAnalysis> = {
  id: 'mixed-sizes',
  question: 'Who makes small tasks wait behind large ones?',
  profiles: ['thorough'],
  plan: planMixedSizes,
  leftOut: mixedSizesLeftOut,
  analyse: analyseMixedSizes,
  section: mixedSizesSection,
  charts: mixedSizesCharts,
};

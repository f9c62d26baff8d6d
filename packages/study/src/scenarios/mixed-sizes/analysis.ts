import type { ScenarioAnalysis, Seconds } from '../../model.ts';

export type MixedSizesAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

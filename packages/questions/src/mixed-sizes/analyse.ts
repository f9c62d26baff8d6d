import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

export type MixedSizesAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

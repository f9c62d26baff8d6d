import type { ScenarioAnalysis, Seconds } from '../../model.ts';

export type MixedSizesAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly rounds: number;
  /** What each contestant's predicted wait was computed with. */
  readonly models: Readonly<Record<string, string>>;
};

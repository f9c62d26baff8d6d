import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

export type CapacityAnalysis = ScenarioAnalysis & {
  readonly connections: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

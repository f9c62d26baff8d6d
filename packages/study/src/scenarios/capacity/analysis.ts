import type { ScenarioAnalysis, Seconds } from '../../model.ts';

export type CapacityAnalysis = ScenarioAnalysis & {
  readonly connections: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

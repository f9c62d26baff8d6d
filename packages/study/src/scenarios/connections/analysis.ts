import type { ScenarioAnalysis, Seconds } from '../../model.ts';

export type ConnectionsAnalysis = ScenarioAnalysis & {
  readonly workers: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

export type ConnectionsAnalysis = ScenarioAnalysis & {
  readonly workers: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

import type { ScenarioAnalysis } from '../../model.ts';

export type FaultsAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  /** What ended as a worker of a contestant was killed; by contestant. */
  readonly ended: Readonly<Record<string, 'a process' | 'a thread'>>;
};

import type { ScenarioAnalysis } from '@cpu-bound/study/model';

export type FaultsAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  /** The kind of worker that was killed, by contestant. */
  readonly ended: Readonly<Record<string, 'a process' | 'a thread'>>;
};

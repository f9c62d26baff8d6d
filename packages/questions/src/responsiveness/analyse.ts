import type { Milliseconds, ScenarioAnalysis } from '@cpu-bound/study/model';

export type ResponsivenessAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  /** Beyond this age a probe was not waited for. */
  readonly timeoutMs: Milliseconds;
  readonly rounds: number;
};

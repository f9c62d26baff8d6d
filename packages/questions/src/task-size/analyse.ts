import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import type { BreakEven } from './break-even.ts';

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

import type { ScenarioAnalysis } from '../../model.ts';
import type { BreakEven } from './break-even.ts';

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

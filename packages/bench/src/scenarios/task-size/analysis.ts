import type { Milliseconds, ScenarioAnalysis } from '../../model.ts';

/** From which size on a contestant is ahead of the baseline: between two that were measured, no finer. */
export type BreakEven = {
  readonly contestant: string;
  /** The largest size at which it was not shown to be ahead; absent: it was ahead at all. */
  readonly notYetMs?: Milliseconds;
  /** The smallest from which on it was shown to be ahead at all; absent: at none. */
  readonly fromMs?: Milliseconds;
};

export type TaskSizeAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  readonly breakEven: readonly BreakEven[];
};

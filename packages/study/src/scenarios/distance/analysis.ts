import type { Milliseconds, ScenarioAnalysis } from '../../model.ts';
import type { BreakEven } from '../break-even.ts';

export type DistanceAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  /** Against the baseline, at each distance. */
  readonly breakEven: readonly (BreakEven & { readonly distanceMs: Milliseconds })[];
};

import type { BadWindow } from '@cpu-bound/study/analyse/bad-windows';
import type { Condition, Interval, ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

/** A latency distribution, up to where the samples carry it. */
export type Curve = {
  readonly contestant: string;
  readonly condition: Condition;
  readonly points: readonly (Interval & { readonly p: number })[];
};

export type LatencyAnalysis = ScenarioAnalysis & {
  readonly curves: readonly Curve[];
  /** Windows whose tail was much longer than the same contestant's usually is. */
  readonly bad: readonly BadWindow[];
  readonly seconds: Seconds;
  readonly rounds: number;
};

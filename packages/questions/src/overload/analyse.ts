import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';

export type OverloadAnalysis = ScenarioAnalysis & {
  readonly seconds: Seconds;
  readonly rounds: number;
  /** The share of its own throughput that is offered afterwards, and for how long. */
  readonly afterwards: { readonly load: number; readonly seconds: Seconds };
  /** Requests that a service may have waiting. */
  readonly mostPending: number;
};

import type { Slope } from '@cpu-bound/stats/trend';
import type { BadWindow } from '@cpu-bound/study/analyse/bad-windows';
import type { ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';
import type { MoreStalls, SoakWindow } from './evidence.ts';

/** One contestant over the whole soak. */
export type SoakOf = {
  readonly contestant: string;
  readonly windows: readonly SoakWindow[];
  readonly bad: number;
  /** MiB per minute in the second half; absent where it has too few windows, or no memory is known. */
  readonly growth?: Slope & { readonly leaks: boolean };
  /** The factor by which p50 changed. */
  readonly drift?: Slope & { readonly drifts: boolean };
};

export type SoakAnalysis = ScenarioAnalysis & {
  readonly each: readonly SoakOf[];
  readonly stalls: readonly MoreStalls[];
  readonly bad: readonly BadWindow[];
  readonly seconds: Seconds;
  /** Requests per second. */
  readonly perSecond?: number;
};

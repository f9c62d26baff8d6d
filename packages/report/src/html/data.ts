import type { Ranked } from '@cpu-bound/study/decide/rank';
import type { Measurements, ReaderCase } from '../size/case.ts';

export type PageData = {
  readonly strategies: readonly { readonly id: string; readonly title: string }[];
  /** The ids of contestants without workers: a single process that computes by itself. */
  readonly singles: readonly string[];
  /** The number of workers of each strategy that has workers to count. */
  readonly workers: number;
  /** What the script ranks by: no figures, which the page shows already. */
  readonly decision: Ranked;
  /** What answers a reader's case. */
  readonly measured: Measurements;
  /** The case that the form shows at first; absent if no rate was measured. */
  readonly example?: ReaderCase;
};

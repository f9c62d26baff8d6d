import type { Ranked } from '@cpu-bound/study/decide/rank';
import type { RateSearch } from '@cpu-bound/study/model';
import type { StrategyRates } from '../size/measured.ts';
import type { ReaderCase } from '../size/size.ts';

export type RatedStrategy = Pick<StrategyRates, 'id' | 'rates'>;

export type PageData = {
  readonly strategies: readonly { readonly id: string; readonly title: string }[];
  /** The ids of contestants without workers: a single process that computes by itself. */
  readonly singles: readonly string[];
  /** The number of workers of each strategy that has workers to count. */
  readonly workers: number;
  /** What the script ranks by: no figures, which the page shows already. */
  readonly decision: Ranked;
  /** Empty if no rate was measured. */
  readonly rated: readonly RatedStrategy[];
  /** The windows from which the largest rates within any p99 follow; absent if the run looked for none. */
  readonly search?: RateSearch;
  /** The case that the form shows at first; absent if no rate was measured. */
  readonly example?: ReaderCase;
};

import type { Ranked } from '@cpu-bound/study/decide/rank';
import type { ReaderCase } from '../size/case.ts';
import type { Measurements } from '../size/measured.ts';

/** What the script of a page reads. */
export type PageData = {
  /** What the script ranks by: no figures, which the page shows already. */
  readonly decision: Ranked;
  /** What answers a reader's load. */
  readonly measured: Measurements;
  /** The ids of contestants without workers: a single process that computes by itself. */
  readonly singles: readonly string[];
  /** The command of the run, from which the command for another load is made. */
  readonly command: string;
  /** Names the run for `bench adr`, with a space before it; empty if that finds the run by itself. */
  readonly folder: string;
  /** The load that the form shows at first; absent if no rate was measured. */
  readonly example?: ReaderCase;
};

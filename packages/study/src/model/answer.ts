import type { Amount, Cell, Measured, NeedResult, RowId } from './decision.ts';

/** The answers of a study as values: figures with their standing, and rows of advice made of them. */

/**
 * A figure of a strategy in a need, and its standing there:
 *
 * - `leads`: it is among the one or two leaders
 * - `level`: no difference was shown between it and the best
 * - `behind`: another was shown to be better
 * - `open`: no verdict is about it; `because` says why
 */
export type Figure = {
  readonly id: string;
  /** Absent without a figure, and of a strategy whose figures are questioned. */
  readonly cell?: Cell;
  readonly standing: 'leads' | 'level' | 'behind' | 'open';
  /** The reason for no verdict, or for no figure: `questioned`, `not judged yet`, `overloaded`, `no jobs`. */
  readonly because?: string;
  /** Of a strategy that is behind: who is farthest ahead, and by which factor; an overload has no factor. */
  readonly behind?: { readonly than: string; readonly factor?: number };
};

/** A need that was measured, with a figure of each strategy. */
export type NeedFigures = {
  readonly need: NeedResult & { readonly measured: Measured };
  /** `not compared`: fewer than two strategies have such a figure, or it is known before anything is measured. */
  readonly state: 'judged' | 'not judged' | 'not compared';
  readonly figures: readonly Figure[];
};

/** A need in which a leader of a row is behind, and who is farthest ahead there. */
export type Price = {
  readonly need: NeedFigures['need'];
  readonly own: Figure;
  readonly than: Figure;
};

/** How a strategy answers the reader's load: requests per second, of which 99 of 100 are answered within a time. */
export type LoadOutcome = {
  readonly id: string;
  readonly state: 'kept' | 'not kept' | 'beyond reach' | 'unknown' | 'questioned';
  /** The p99 at the rate that shows it. */
  readonly p99?: Amount;
  /** Of a load beyond its reach: the most requests per second that it can answer. */
  readonly most?: number;
  /** The number of machines like this one that were shown to be enough. */
  readonly machines?: number;
};

/** The reader's load, or the one that the study answers best. */
export type Load = {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly outcomes: readonly LoadOutcome[];
};

/** A line of advice: a need, the strategies to take, the figures that show it, and its price. */
export type AnswerRow = {
  readonly id: RowId;
  /** `shortest p99 at 45/s` */
  readonly need: string;
  /**
   * - `enough`: a strategy without workers keeps the load
   * - `led`: by `leaders`
   * - `any but`: more than two are ahead of `leaders`, which are all the others
   * - `divided`: a row of several needs, each with leaders of its own
   * - `none`: no strategy keeps the load, or the jobs
   * - `not known`: some may keep the load
   * - `not compared`: fewer than two strategies have a figure
   * - `no figure`: its question was asked, and no window gave one
   */
  readonly state:
    | 'enough'
    | 'led'
    | 'any but'
    | 'divided'
    | 'no difference'
    | 'none'
    | 'not known'
    | 'not judged'
    | 'not compared'
    | 'not measured'
    | 'no figure';
  readonly leaders: readonly string[];
  /** The needs of the row that have figures; that of the load has none. */
  readonly evidence: readonly NeedFigures[];
  readonly load?: Load;
  /** For each leader the needs in which it is behind, the largest effect first, one of each matter. */
  readonly price: Readonly<Record<string, readonly Price[]>>;
  /** The servers that a leader needs: `redis`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  /** Some need is not judged yet, so a price may grow. */
  readonly isPriceOpen?: true;
};

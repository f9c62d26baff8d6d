import type { Cell, Measured, NeedResult } from './decision.ts';

/** The answers of a study as values: figures with their standing. */

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

import type { Milliseconds } from './units.ts';

/** Two calls with an input that a warm workload had not seen before. */
export type TwoCalls = {
  readonly firstMs: Milliseconds;
  readonly againMs: Milliseconds;
  /** The time to read the input alone, and to make a key of it. */
  readonly keyMs: Milliseconds;
};

/** The traces of earlier calls that a workload keeps. */
export type Recall = Partial<TwoCalls> & {
  /** How many different ones it is called with; of one alone there are no two calls. */
  readonly inputs: number;
  /** Octets that each call left behind; absent where it was not looked at. */
  readonly keptBytes?: number;
  /** The fastest call of each look at many, by that of the look before; absent where a look had few. */
  readonly slowdowns?: readonly number[];
};

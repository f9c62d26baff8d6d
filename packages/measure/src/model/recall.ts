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
  /** How many different inputs it is called with. With a single one there are no `TwoCalls`. */
  readonly inputs: number;
  /** Octets that each call left behind; absent where it was not measured. */
  readonly keptBytes?: number;
  /** The fastest call of each batch, divided by that of the batch before; absent where a batch had few calls. */
  readonly slowdowns?: readonly number[];
};

import type { Milliseconds } from './units.ts';

/** Two calls with an input that a warm workload had not had before. */
export type TwoCalls = {
  readonly firstMs: Milliseconds;
  readonly againMs: Milliseconds;
  /** The time to read the input alone, and to make a key of it. */
  readonly keyMs: Milliseconds;
};

/** The traces of earlier calls that a workload keeps. */
export type Recall = Partial<TwoCalls> & {
  /** The number of different inputs. With a single one there are no `TwoCalls`. */
  readonly inputs: number;
  /** The octets that each call left behind; absent if they were not measured. */
  readonly keptBytes?: number;
  /**
   * The time of the fastest call of each batch, divided by that of the batch before; absent if a batch had few calls.
   */
  readonly slowdowns?: readonly number[];
};

import type { Dimensions } from '../../model.ts';
import type { Config } from '../config/config.ts';
import type { RunningRedis } from '../host/redis/redis.ts';
import type { Generators } from '../load/loads.ts';
import type { Store } from '../results/store.ts';

/** What every trial of a run shares. */
export type RunContext = {
  readonly config: Config;
  readonly store: Store;
  readonly redis: RunningRedis | undefined;
  readonly dimensions: Dimensions;
  readonly generators: Generators;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};

/** The user interrupted: no failure of anything. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

import type { Logger } from 'pino';
import type { loadWorkload } from '../../workload/index.js';
import type { Closing } from './closing.js';
import type { ConfigWith, Tuning } from './config.js';

export type Lifecycle = Pick<Closing, 'onStop'> & {
  /** True from the first sign of the end. */
  readonly stopping: boolean;
  /** Closes everything and exits with `code`, or 1 where something could not be closed in order. */
  stop(reason: string, code?: number): Promise<never>;
};

/** The setting from which a process of a service starts. */
export type Setting<T extends Tuning = Record<never, never>> = {
  readonly config: ConfigWith<T>;
  readonly workload: Awaited<ReturnType<typeof loadWorkload>>;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
};

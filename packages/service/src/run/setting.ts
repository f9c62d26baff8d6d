import type { loadWorkload } from '@cpu-bound/workload';
import type { Logger } from 'pino';
import type { Closing } from './closing.ts';
import type { ConfigWith, Tuning } from './config.ts';

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

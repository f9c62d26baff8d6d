import type { loadWorkload } from '@cpu-bound/workload';
import { type Logger, pino } from 'pino';
import type { Closing } from './closing.ts';
import type { ConfigWith, Tuning } from './config.ts';

export type Lifecycle = Pick<Closing, 'onStop'> & {
  /** True from the first signal to stop. */
  readonly stopping: boolean;
  /** Closes all resources and exits with `code`, or with 1 if one could not be closed. */
  stop(reason: string, code?: number): Promise<never>;
};

/** The configuration, workload, log and lifecycle of a process of a service. */
export type ServiceContext<T extends Tuning = Record<never, never>> = {
  readonly config: ConfigWith<T>;
  readonly workload: Awaited<ReturnType<typeof loadWorkload>>;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
};

/** Creates a log of JSON lines on the standard output, written synchronously so that a crash loses none. */
export const createLog = (level: string): Logger =>
  pino({ level, base: { pid: process.pid } }, pino.destination({ sync: true }));

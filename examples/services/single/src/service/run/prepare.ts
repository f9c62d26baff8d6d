import type { Logger } from 'pino';
import { loadWorkload, type ServedWorkload, WorkloadError } from '../../workload/index.js';
import { ConfigError, type ConfigWith, readConfig, type Tuning } from './config.js';
import { createLifecycle, type Lifecycle } from './lifecycle.js';
import { createLog } from './log.js';

/** The setting from which a process of a service starts. */
export type Setting<T extends Tuning = Record<never, never>> = {
  readonly config: ConfigWith<T>;
  readonly workload: ServedWorkload;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
};

/**
 * Reads configuration and workload; prints every problem and exits 1 where they are unusable.
 *
 * @param options.minWorkers what `WORKERS` must be at least; default: 1
 * @param options.supervised whether this process is a child of `supervise`, and stops when its parent says so
 * @param options.tuning the variables that only this strategy has
 */
export async function prepare<T extends Tuning = Record<never, never>>(
  options: { minWorkers?: number; supervised?: boolean; tuning?: T } = {},
): Promise<Setting<T>> {
  try {
    const config = readConfig(process.env, options);
    const log = createLog(config.LOG_LEVEL);
    const workload = await loadWorkload(config.WORKLOAD);
    return {
      config,
      workload,
      log,
      lifecycle: createLifecycle(log, config.DRAIN_DELAY_MS + config.DRAIN_TIMEOUT_MS, options.supervised),
    };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof WorkloadError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

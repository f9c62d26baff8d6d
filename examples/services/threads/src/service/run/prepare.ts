import { loadWorkload, WorkloadError } from '../../workload/index.js';
import { ConfigError, readConfig, type Tuning } from './config.js';
import { sourceOfWorkers } from './container.js';
import { createLog, type ServiceContext } from './context.js';
import { createLifecycle } from './stop.js';

/**
 * Reads configuration and workload. If they are unusable, it prints every problem and exits with 1.
 *
 * @param options.workers false if the strategy has no workers, so that `WORKERS` has no effect
 * @param options.supervised this process is a child of `supervise`, and stops at its parent's message
 * @param options.tuning the variables of this strategy
 */
export async function prepare<T extends Tuning = Record<never, never>>(
  options: { workers?: false; supervised?: boolean; tuning?: T } = {},
): Promise<ServiceContext<T>> {
  try {
    const config = readConfig(process.env, options.tuning);
    const log = createLog(config.LOG_LEVEL);
    if (options.workers !== false && !options.supervised)
      log.info({ workers: config.WORKERS, by: sourceOfWorkers(process.env.WORKERS) }, 'workers');
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

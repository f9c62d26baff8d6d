import { loadWorkload, WorkloadError } from '../../workload/index.js';
import { ConfigError, readConfig, type Tuning } from './config.js';
import { createLog, type ServiceContext } from './context.js';
import { atSignals, createLifecycle, type StopWhen } from './stop.js';

/**
 * Reads configuration and workload. If they are unusable, it prints every problem and exits with 1.
 *
 * @param options.tuning the variables of this strategy
 * @param options.stopWhen default: at SIGTERM and SIGINT
 */
export async function prepare<T extends Tuning = Record<never, never>>({
  tuning,
  stopWhen = atSignals,
}: {
  tuning?: T;
  stopWhen?: StopWhen;
} = {}): Promise<ServiceContext<T>> {
  try {
    const config = readConfig(process.env, tuning);
    const log = createLog(config.LOG_LEVEL);
    const workload = await loadWorkload(config.WORKLOAD);
    const lifecycle = createLifecycle(log, config.DRAIN_DELAY_MS + config.DRAIN_TIMEOUT_MS, stopWhen);
    return { config, workload, log, lifecycle };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof WorkloadError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

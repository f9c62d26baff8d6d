import { join } from 'node:path';
import type { ServiceContext } from '@cpu-bound/service/run/context';

const STOP_GRACE_MS = 2_500;

/**
 * Builds watt.json for a Node.js application, as Watt's documentation shows it. Other settings, such as health checks and
 * restarts, have their defaults.
 */
export function wattConfig(
  { HOST, PORT, WORKERS, LOG_LEVEL, DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS }: ServiceContext['config'],
  home: string,
) {
  const stopMs = DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + STOP_GRACE_MS;
  return {
    module: '@platformatic/node',
    node: { main: join(import.meta.dirname, 'server.ts') },
    runtime: {
      server: { hostname: HOST, port: PORT },
      workers: WORKERS,
      logger: { level: LOG_LEVEL },
      gracefulShutdown: { application: stopMs, runtime: stopMs + STOP_GRACE_MS },
      managementApi: { socket: join(home, 'socket') },
    },
  };
}

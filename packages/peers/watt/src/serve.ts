import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage } from '@cpu-bound/service/run/supervise';
import { z } from 'zod';

export const tuning = {
  /** The `node_modules` with Watt. */
  NPM_WATTPM: z.string().min(1, 'must be the path of a node_modules with wattpm and @platformatic/node'),
};

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

/** Validates the configuration, and nothing else: Watt handles signals, and each of its threads prepares itself. */
const { config } = await prepare({ stopWhen: atParentsMessage, tuning });

/** Runs `wattpm start` in this process, as in a container, in a temporary folder. */
const home = mkdtempSync(join(tmpdir(), 'watt-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
symlinkSync(config.NPM_WATTPM, join(home, 'node_modules'));
writeFileSync(join(home, 'watt.json'), JSON.stringify(wattConfig(config, home)));
process.env.WATT_HOME = home;
process.env.NODE_DISABLE_COMPILE_CACHE = '1'; // the cache would stay in the user's home
process.argv.splice(1, process.argv.length, 'wattpm', 'start', home);
await import(pathToFileURL(join(config.NPM_WATTPM, 'wattpm/bin/cli.js')).href);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage } from '@cpu-bound/service/run/supervise';

const KILL_GRACE_MS = 2_500;

/** Validates the configuration, and nothing else: PM2 handles signals, and each of its forks prepares itself. */
const { config } = await prepare({ stopWhen: atParentsMessage });

/** Runs pm2-runtime in this process, as in a container, with a temporary home. */
const home = mkdtempSync(join(tmpdir(), 'pm2-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const app = {
  name: 'service',
  // PM2 takes a script whose path has a space for a command, and gives it to a shell.
  cwd: import.meta.dirname,
  script: 'server.ts',
  env: { STARTED_IN: process.cwd() },
  exec_mode: 'cluster',
  instances: config.WORKERS,
  kill_timeout: config.DRAIN_DELAY_MS + config.DRAIN_TIMEOUT_MS + KILL_GRACE_MS,
};
const ecosystem = join(home, 'ecosystem.json');
writeFileSync(ecosystem, JSON.stringify({ apps: [app] }));
process.env.PM2_HOME = home;
process.env.PM2_DISABLE_VERSION_CHECK = 'true'; // the check uses the network
process.argv.splice(1, process.argv.length, 'pm2-runtime', 'start', ecosystem);
createRequire(import.meta.url)('pm2/bin/pm2-runtime');

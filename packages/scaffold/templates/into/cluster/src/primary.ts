import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepForks, tuning } from './forks.js';
import { prepare } from './service/run/prepare.js';

// `node dist/main.js ./server.js` forks your unchanged server `WORKERS` times.
const [server, ...args] = process.argv.slice(2);
if (server === undefined) {
  console.error('name the file that starts your server: node dist/main.js ./server.js');
  process.exit(1);
}
cluster.setupPrimary({ exec: resolve(server), args });
const context = await prepare({ tuning });
keepForks(context);
// The forks go on serving, so that they get the connections which this process has accepted.
context.lifecycle.onStop('drain delay', () => sleep(context.config.DRAIN_DELAY_MS));

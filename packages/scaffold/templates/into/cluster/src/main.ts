import './service/run/early-stop.js';

import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { keepForks } from './forks.js';
import { prepare } from './service/run/prepare.js';
import { tuning } from './tuning.js';

// `node dist/main.js ./server.js`: forks your server, as it is, `WORKERS` times.
const [server, ...args] = process.argv.slice(2);
if (server === undefined) {
  console.error('name the file that starts your server: node dist/main.js ./server.js');
  process.exit(1);
}
cluster.setupPrimary({ exec: resolve(server), args });
keepForks(await prepare({ tuning }));

import { parentPort } from 'node:worker_threads';
import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

/** As a single process does, on a listening socket of its own beside those of the other threads. */
const setting = await prepare();
parentPort?.once('message', () => void setting.lifecycle.stop('told by the main thread'));
const kernel = createKernel(setting.workload, setting.log);
await serve(setting, { compute: inTurns(kernel) }, { reusePort: true });

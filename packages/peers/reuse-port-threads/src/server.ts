import { parentPort } from 'node:worker_threads';
import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

/**
 * As a single process does, on a listening socket of its own beside those of the other threads; ready when all of
 * them are.
 */
const setting = await prepare();
let allUp = false;
parentPort?.on('message', (message) => {
  if (message === 'all-up') allUp = true;
  else void setting.lifecycle.stop('told by the main thread');
});
const kernel = createKernel(setting.workload, setting.log);
await serve(setting, { compute: inTurns(kernel), ready: () => allUp }, { reusePort: true });
parentPort?.postMessage('up');

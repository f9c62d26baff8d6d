import { parentPort } from 'node:worker_threads';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';

/**
 * Serves as a single process does, on a listening socket of its own. It is ready when all threads are.
 */
const context = await prepare();
let allUp = false;
parentPort?.on('message', (message) => {
  if (message === 'all-up') allUp = true;
  else void context.lifecycle.stop('the main thread stops');
});
const kernel = createKernel(context.workload);
await serve(context, { compute: inTurns(kernel), ready: () => allUp }, { reusePort: true });
parentPort?.postMessage('up');

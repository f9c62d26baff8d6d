import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(url.split('?')[0] as string);
    return next(url, context);
  },
});
await import(workerData as string);
parentPort?.postMessage([...loaded]);

import { parentPort, workerData } from 'node:worker_threads';
import { loadWorkload } from '@cpu-bound/workload';
import type { LoadTask } from './load-watched.ts';

const { specifier, from } = workerData as LoadTask;

parentPort?.postMessage(
  await loadWorkload(specifier, from).then(
    () => undefined,
    (error: Error) => error.message,
  ),
);

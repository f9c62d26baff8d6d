import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { loadWorkload } from '@cpu-bound/workload';
import { answerWatch } from './answer-watch.ts';
import type { LoadTask } from './load-watched.ts';

/** Reports a problem of a workload's module; undefined if it loads. */
answerWatch(async () => {
  const { specifier, from } = workerData as LoadTask;
  const problem = await loadWorkload(specifier, from).then(
    () => undefined,
    (error: Error) => error.message,
  );
  await nextTurn(); // a rejection without a handler is raised then
  return problem;
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { loadWorkload } from '@cpu-bound/workload';
import { dataOf, type Loading, type LoadTask } from './load-watched.ts';
import { answerWatch } from './watched-thread.ts';

/** Reports the data of a workload, or the problem of its module. */
answerWatch(async (): Promise<Loading> => {
  const { specifier, from } = workerData as LoadTask;
  const loading = await loadWorkload(specifier, from).then(
    (workload) => ({ data: dataOf(workload) }),
    (error: Error) => ({ problem: error.message }),
  );
  await nextTurn(); // a rejection without a handler is raised then
  return loading;
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { loadWorkload } from '@cpu-bound/workload';
import { answerWatch } from './answer-watch.ts';
import { dataOf } from './data.ts';
import type { Loading, LoadTask } from './load-watched.ts';

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

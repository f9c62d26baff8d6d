import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerTask } from '../../host/task.ts';
import type { ReferenceSpec, ReferenceTiming } from './spec.ts';

const threads: Worker[] = [];

/** The reference in a process of its own; its threads stay, so that they are warm when they are asked again. */
answerTask(async ({ workload, query, ms, threads: count }: ReferenceSpec): Promise<ReferenceTiming> => {
  while (threads.length < count) {
    threads.push(new Worker(new URL('./thread.ts', import.meta.url), { workerData: workload }));
  }
  const timings = await Promise.all(
    threads.slice(0, count).map(async (thread) => {
      thread.postMessage({ query, ms });
      const [answer] = (await once(thread, 'message')) as [ReferenceTiming | { error: string }];
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    }),
  );
  const mean = (of: 'cpuMs' | 'wallMs' | 'cv2') =>
    timings.reduce((sum, timing) => sum + timing[of], 0) / timings.length;
  return {
    cpuMs: mean('cpuMs'),
    wallMs: mean('wallMs'),
    cv2: mean('cv2'),
    runs: timings.reduce((sum, { runs }) => sum + runs, 0),
  };
});

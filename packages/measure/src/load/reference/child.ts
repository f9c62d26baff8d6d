import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Query } from '@cpu-bound/workload';
import { knownEnvironment } from '../../host/known-environment.ts';
import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import type { ReferenceSpec, ReferenceTiming, ThreadTiming } from './spec.ts';

const threads: Worker[] = [];
const warm = new Set<string>();
/** Enough calls for the optimising compiler, before the first measurement of an input. */
const WARM_UP_MS = 150;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The reference in a process of its own. Its threads stay, so that they are warm for the next measurement. */
answerTask(async ({ workload, query, ms, threads: count }: ReferenceSpec): Promise<ReferenceTiming> => {
  while (threads.length < count) {
    threads.push(
      new Worker(new URL('./thread.ts', import.meta.url), { workerData: workload, env: knownEnvironment() }),
    );
  }
  const used = threads.slice(0, count);
  const cold = used.filter((_, index) => !warm.has(`${index} ${JSON.stringify(query)}`));
  await onEach(cold, query, WARM_UP_MS);
  for (const index of used.keys()) warm.add(`${index} ${JSON.stringify(query)}`);
  const before = cpuMs();
  const timings = await onEach(used, query, ms);
  const spent = cpuMs() - before;
  const wallMs = timings.reduce((sum, timing) => sum + timing.wallMs, 0) / timings.length;
  const runs = timings.reduce((sum, timing) => sum + timing.runs, 0);
  // Of the whole process: what Node does on threads of its own, and the garbage collector, are a task's cost, too.
  return { cpuMs: spent / runs, wallMs, runs };
});

/** Waits for every one of them, also after a refusal: an answer that was not awaited would be taken for the next one's. */
async function onEach(threads: readonly Worker[], query: Query, ms: Milliseconds): Promise<ThreadTiming[]> {
  const answers = threads.map((thread) => repeat(thread, query, ms));
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

async function repeat(thread: Worker, query: Query, ms: Milliseconds): Promise<ThreadTiming> {
  thread.postMessage({ query, ms });
  const [answer] = (await once(thread, 'message')) as [ThreadTiming | { error: string }];
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Query } from '@cpu-bound/workload';
import { knownEnvironment } from '../../host/known-environment.ts';
import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import type { ReferenceSpec, ReferenceTiming, ThreadOrder, ThreadTiming } from './spec.ts';

const threads: Worker[] = [];
const warm = new Set<string>();
/** Enough calls for the optimising compiler, before the first measurement of an input. */
const WARM_UP_MS = 150;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** This process runs the reference. Its threads stay, so that they are warm for the next measurement. */
answerTask(async ({ workload, query, ms, threads: count }: ReferenceSpec): Promise<ReferenceTiming> => {
  while (threads.length < count) {
    threads.push(
      new Worker(new URL('./thread.ts', import.meta.url), { workerData: workload, env: knownEnvironment() }),
    );
  }
  const used = threads.slice(0, count);
  const cold = used.filter((_, index) => !warm.has(`${index} ${JSON.stringify(query)}`));
  // The first task of all shows how many inputs the given time needs.
  for (const ms of [0, WARM_UP_MS]) await measured(cold, query, ms);
  for (const index of used.keys()) warm.add(`${index} ${JSON.stringify(query)}`);
  await onEach(used, { make: true, query, ms });
  const before = cpuMs();
  const timings = await onEach(used, { make: false, query, ms });
  const spent = cpuMs() - before;
  const wallMs = timings.reduce((sum, timing) => sum + timing.wallMs, 0) / timings.length;
  const runs = timings.reduce((sum, timing) => sum + timing.runs, 0);
  // The CPU time covers the whole process, because Node's own threads and the garbage collector belong to a task's
  // cost.
  return { cpuMs: spent / runs, wallMs, runs };
});

async function measured(used: readonly Worker[], query: Query, ms: Milliseconds): Promise<void> {
  await onEach(used, { make: true, query, ms });
  await onEach(used, { make: false, query, ms });
}

/** Waits for every thread, also after a refusal: an answer that was not awaited would be taken for the next one. */
async function onEach(threads: readonly Worker[], order: ThreadOrder): Promise<ThreadTiming[]> {
  const answers = threads.map((thread) => obey(thread, order));
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

async function obey(thread: Worker, order: ThreadOrder): Promise<ThreadTiming> {
  thread.postMessage(order);
  const [answer] = (await once(thread, 'message')) as [ThreadTiming | { error: string } | undefined];
  if (answer && 'error' in answer) throw new Error(answer.error);
  return answer ?? { wallMs: 0, runs: 0 };
}

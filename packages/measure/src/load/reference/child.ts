import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Query } from '@cpu-bound/workload';
import { knownEnvironment } from '../../host/known-environment.ts';
import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import type { ReferenceSpec, ReferenceTiming, ThreadOrder, ThreadTiming } from './spec.ts';
import { isWarm } from './warm.ts';

const threads: Worker[] = [];
const warm = new Set<string>();
/** The time of a warm-up's pass; the first pass has one task, which shows how many inputs this time needs. */
const PASS_MS = 150;
/** A warm-up begins no other pass after this time: in a task that takes so long, its slow start hardly counts. */
const WARM_WITHIN_MS = 3_000;
/**
 * A thread is busy for this many times the measured time before it is timed: a virtual core that had been idle needed
 * 6 % more CPU time for the same task [1 %, 11 %], in 100 pairs.
 */
const BUSY_BEFORE = 2;

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
  if (cold.length > 0) await warmUp(cold, query);
  for (const index of used.keys()) warm.add(`${index} ${JSON.stringify(query)}`);
  await onEach(used, { make: true, query, ms, busyMs: BUSY_BEFORE * ms });
  const before = cpuMs();
  const timings = await onEach(used, { make: false, query, ms });
  const spent = cpuMs() - before;
  const wallMs = meanWallMs(timings);
  const runs = timings.reduce((sum, timing) => sum + timing.runs, 0);
  // The CPU time covers the whole process, because Node's own threads and the garbage collector belong to a task's
  // cost.
  return { cpuMs: spent / runs, wallMs, runs };
});

const meanWallMs = (timings: readonly ThreadTiming[]) =>
  timings.reduce((sum, timing) => sum + timing.wallMs, 0) / timings.length;

async function warmUp(cold: readonly Worker[], query: Query): Promise<void> {
  const began = performance.now();
  const passMs: Milliseconds[] = [];
  while (!isWarm(passMs) && performance.now() - began < WARM_WITHIN_MS) {
    const ms = passMs.length > 0 ? PASS_MS : 0;
    await onEach(cold, { make: true, query, ms });
    passMs.push(meanWallMs(await onEach(cold, { make: false, query, ms })));
  }
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

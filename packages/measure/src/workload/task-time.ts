import { inputOf, type Query, type Workload } from '@cpu-bound/workload';
import { ownCpuMs } from '../host/own-cpu.ts';
import { waitedForCore } from '../host/waited-for-core.ts';
import type { Milliseconds } from '../model.ts';
import { begin } from './answer-watch.ts';
import { type TaskTime, waits } from './notes.ts';

/** A task is repeated for this time, so that the optimising compiler has seen it. */
const WARM_UP_MS = 40;
const TIMES = 5;
const TIMED_MS = 60;
const BATCH_MS = 4;

export const textOf = (query: Query) => new URLSearchParams(query).toString() || 'no parameters';

/** Reads the clock of this thread, without the time in which other programs had its core. */
export const ownTime = (): Milliseconds => performance.now() - 1000 * waitedForCore();

/** The number of times that a task which seems to wait is timed again. */
const MOST_REPEATS = 3;

/**
 * Times a task, and one that seems to wait several times. Beside other programs, it may have waited for threads that had
 * no core, such as those of garbage collection, which no clock of this thread shows.
 */
export async function timeOfUnlessItWaits(workload: Workload, query: Query): Promise<TaskTime> {
  let least = await timeOf(workload, query);
  for (let repeat = 0; repeat < MOST_REPEATS && waits(least); repeat++) {
    const again = await timeOf(workload, query);
    if (again.own < least.own) least = again;
  }
  return least;
}

/** Times a task: the mean of the fastest of a few batches, each long enough for the clocks. */
export async function timeOf(workload: Workload, query: Query): Promise<TaskTime> {
  begin(textOf(query), 2 + TIMES);
  const batch = async (tasks: number): Promise<TaskTime> => {
    // Each task gets an input of its own, because it may change that input.
    const inputs = Array.from({ length: tasks }, () => inputOf(workload, query));
    const [before, from] = [ownCpuMs(), ownTime()];
    for (const input of inputs) await workload.run(input);
    return {
      cpu: (ownCpuMs() - before) / tasks,
      own: (ownTime() - from) / tasks,
    };
  };
  let [warmUps, began] = [0, performance.now()];
  for (; performance.now() - began < WARM_UP_MS; warmUps++) await batch(1);
  const tasks = Math.ceil((warmUps * BATCH_MS) / WARM_UP_MS);
  let least: TaskTime | undefined;
  began = performance.now();
  for (let times = 0; times < TIMES && (times === 0 || performance.now() - began < TIMED_MS); times++) {
    const last = await batch(tasks);
    const { cpu, own } = least ?? last;
    least = { cpu: Math.min(cpu, last.cpu), own: Math.min(own, last.own) };
  }
  return least ?? batch(1);
}

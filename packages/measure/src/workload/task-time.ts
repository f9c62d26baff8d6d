import { inputOf, type Query, type Workload } from '@cpu-bound/workload';
import { ownCpuMs } from '../host/own-cpu.ts';
import { waitedForCore } from '../host/waited-for-core.ts';
import type { Milliseconds } from '../model.ts';
import { begin } from './answer-watch.ts';

/** A task is repeated for this time, so that the optimising compiler has seen it. */
const WARM_UP_MS = 40;
const TIMES = 5;
const TIMED_MS = 60;
const BATCH_MS = 4;

export const textOf = (query: Query) => new URLSearchParams(query).toString() || 'no parameters';

/** Reads the clock of this thread, without the time in which other programs had its core. */
export const ownTime = (): Milliseconds => performance.now() - 1000 * waitedForCore();

/** A warm task's wall time, CPU time (with ended children) and time without other programs, in ms. */
export type TaskTime = { readonly wall: number; readonly cpu: number; readonly own: number };

/** Times a task: the mean of the fastest of a few batches, each long enough for the clocks. */
export async function timeOf(workload: Workload, query: Query): Promise<TaskTime> {
  begin(textOf(query), 2 + TIMES);
  const batch = async (tasks: number): Promise<TaskTime> => {
    // Each task gets an input of its own, because it may change that input.
    const inputs = Array.from({ length: tasks }, () => inputOf(workload, query));
    const [began, before, from] = [performance.now(), ownCpuMs(), ownTime()];
    for (const input of inputs) await workload.run(input);
    return {
      wall: (performance.now() - began) / tasks,
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
    const { wall, cpu, own } = least ?? last;
    least = { wall: Math.min(wall, last.wall), cpu: Math.min(cpu, last.cpu), own: Math.min(own, last.own) };
  }
  return least ?? batch(1);
}

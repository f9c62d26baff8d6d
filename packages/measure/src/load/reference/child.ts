import { AskedThread } from '../../host/asked-thread.ts';
import { ownCpuMs } from '../../host/proc.ts';
import { answerTask } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { LONGEST_LOADING_MS, LONGEST_TASK_MS } from '../../workload/watched-thread.ts';
import {
  isWarm,
  type MadeInputs,
  type ReferenceSpec,
  type ReferenceTiming,
  type ThreadOrder,
  type ThreadTiming,
} from './spec.ts';

/** A thread that computes tasks. It computes so many inputs before it looks at the clock. */
class TimedThread extends AskedThread<ThreadOrder> {
  inTurn = 1;
}

const threads: TimedThread[] = [];
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

process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
/** True if the function fails on several threads at once, as one that holds a file or a database does. */
let isAlone = false;

/** This process runs the reference. Its threads stay, so that they are warm for the next measurement. */
answerTask(async (spec: ReferenceSpec): Promise<ReferenceTiming> => {
  if (isAlone) return timeAlone(spec);
  try {
    return await time(spec);
  } catch (error) {
    if (spec.threads === 1) throw error;
    await endThreads();
  }
  const timing = await timeAlone(spec); // a query that is refused by one thread, too, is refused
  isAlone = true;
  return timing;
});

/** A thread that stayed would hold what the next service needs. */
const timeAlone = (spec: ReferenceSpec) => time({ ...spec, threads: 1 }).finally(endThreads);

async function endThreads(): Promise<void> {
  warm.clear();
  await Promise.all(threads.splice(0).map((thread) => thread.stop()));
}

async function time(spec: ReferenceSpec): Promise<ReferenceTiming> {
  const { workload, query, ms, threads: count } = spec;
  while (threads.length < count)
    threads.push(
      new TimedThread(new URL('./thread.ts', import.meta.url), { specifier: workload }, ', after an answer'),
    );
  const used = threads.slice(0, count);
  const cold = used.filter((_, index) => !warm.has(`${index} ${JSON.stringify(query)}`));
  if (cold.length > 0) await warmUp(cold, spec);
  for (const index of used.keys()) warm.add(`${index} ${JSON.stringify(query)}`);
  await make(used, spec, ms, BUSY_BEFORE * ms);
  const before = ownCpuMs();
  const timings = await compute(used, spec, ms);
  const spent = ownCpuMs() - before;
  const runs = timings.reduce((sum, timing) => sum + timing.runs, 0);
  // The CPU time covers the whole process, because Node's own threads and the garbage collector belong to a task's
  // cost.
  const fastest = Math.min(...timings.map((timing) => timing.fastest));
  return { cpuMs: spent / runs, wallMs: meanWallMs(timings), runs, fastest };
}

const meanWallMs = (timings: readonly ThreadTiming[]) =>
  timings.reduce((sum, timing) => sum + timing.wallMs, 0) / timings.length;

async function warmUp(cold: readonly TimedThread[], spec: ReferenceSpec): Promise<void> {
  const began = performance.now();
  const passMs: Milliseconds[] = [];
  while (!isWarm(passMs) && performance.now() - began < WARM_WITHIN_MS) {
    const ms = passMs.length > 0 ? PASS_MS : 0;
    await make(cold, spec, ms);
    passMs.push(meanWallMs(await compute(cold, spec, ms)));
  }
}

const make = (threads: readonly TimedThread[], { query }: ReferenceSpec, ms: Milliseconds, busyMs = 0) =>
  onEach(threads, async (thread) => {
    const answer = await thread.ask({ make: true, query, ms, busyMs }, LONGEST_LOADING_MS + busyMs);
    thread.inTurn = (answer as MadeInputs).inTurn;
  });

/** Each task may take as long as the longest one that the examination accepts. */
const compute = (threads: readonly TimedThread[], spec: ReferenceSpec, ms: Milliseconds) =>
  onEach(threads, (thread) => {
    const { query, longestTaskMs = LONGEST_TASK_MS } = spec;
    const limit = ms + (1 + thread.inTurn) * longestTaskMs;
    return thread.ask({ make: false, query, ms }, limit) as Promise<ThreadTiming>;
  });

/** Waits for every thread, also after a refusal: none computes while the next order is timed. */
async function onEach<T>(
  threads: readonly TimedThread[],
  order: (thread: TimedThread) => Promise<T>,
): Promise<T[]> {
  const answers = threads.map(order);
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

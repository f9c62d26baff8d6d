import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { reasonOf } from '@cpu-bound/workload';
import { knownEnvironment } from '../../host/known-environment.ts';
import { ownCpuMs } from '../../host/own-cpu.ts';
import { answerTask } from '../../host/task.ts';
import { LONGEST_LOADING_MS, LONGEST_TASK_MS } from '../../model/patience.ts';
import type { Milliseconds } from '../../model.ts';
import type {
  MadeInputs,
  ReferenceSpec,
  ReferenceTiming,
  ThreadAnswer,
  ThreadOrder,
  ThreadTiming,
} from './spec.ts';
import { isWarm } from './warm.ts';

/** The data of a thread. Its channel is its own: what a function posts to its parent is no answer. */
export type ReferenceThread = { readonly specifier: string; readonly port: MessagePort };

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
/** This process runs the reference. Its threads stay, so that they are warm for the next measurement. */
answerTask(async (spec: ReferenceSpec): Promise<ReferenceTiming> => {
  const { workload, query, ms, threads: count } = spec;
  while (threads.length < count) threads.push(new TimedThread(workload));
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
  return { cpuMs: spent / runs, wallMs: meanWallMs(timings), runs };
});

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
    const answer = await thread.obey({ make: true, query, ms, busyMs }, LONGEST_LOADING_MS + busyMs);
    thread.inTurn = (answer as MadeInputs).inTurn;
  });

/** Each task may take as long as the longest one that the examination accepts. */
const compute = (threads: readonly TimedThread[], spec: ReferenceSpec, ms: Milliseconds) =>
  onEach(threads, (thread) => {
    const { query, longestTaskMs = LONGEST_TASK_MS } = spec;
    const limit = ms + (1 + thread.inTurn) * longestTaskMs;
    return thread.obey({ make: false, query, ms }, limit) as Promise<ThreadTiming>;
  });

/** Waits for every thread, also after a refusal: an answer that was not awaited would be taken for the next one. */
async function onEach<T>(
  threads: readonly TimedThread[],
  order: (thread: TimedThread) => Promise<T>,
): Promise<T[]> {
  const answers = threads.map(order);
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

/** A thread that computes tasks of a user's function, which may end it. */
class TimedThread {
  /** The number of inputs that are computed before the thread looks at the clock. */
  inTurn = 1;
  readonly #port: MessagePort;
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<ThreadAnswer> | undefined;
  #ended: string | undefined;

  constructor(specifier: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { specifier, port: port2 } satisfies ReferenceThread,
      transferList: [port2],
      env: knownEnvironment(),
    });
    this.#worker.on('error', (error) => this.#end(`throws ${reasonOf(error)}, after an answer`));
    this.#worker.once('exit', (code) => this.#end(`ends its thread with code ${code}, after an answer`));
    port1.on('message', (answer: ThreadAnswer) => this.#waiting?.resolve(answer));
  }

  /** @throws the error of the function, or a sentence about the end of its thread */
  async obey(order: ThreadOrder, limit: Milliseconds): Promise<ThreadAnswer> {
    if (this.#ended !== undefined) throw new Error(this.#ended);
    this.#waiting = Promise.withResolvers();
    const overdue = setTimeout(() => {
      this.#end(`did not end within ${limit / 1000} s`);
      void this.#worker.terminate();
    }, limit);
    this.#port.postMessage(order);
    const answer = await this.#waiting.promise.finally(() => clearTimeout(overdue));
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  #end(why: string): void {
    this.#ended ??= why;
    this.#waiting?.reject(new Error(this.#ended));
  }
}

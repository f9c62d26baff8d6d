import { inputOf, type Query, type Workload } from '@cpu-bound/workload';
import { ownCpuMs, waitedForCore } from '../host/proc.ts';
import type { Milliseconds } from '../model.ts';
import { type TaskTime, waits } from './notes.ts';
import { begin } from './watched-thread.ts';

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

/**
 * Tasks between these times are timed again when warm. Shorter ones need no longer windows, except in smoke runs,
 * and in longer ones a slow start hardly counts.
 */
const SHORT_TASK_MS = 20;
const LONG_TASK_MS = 1_000;
/** The time that is spent on timing long tasks again. */
const AGAIN_WITHIN_MS = 1_500;

/** Records the shortest time of each query: a longer call may have waited for a compiler. */
export class CallTimes {
  readonly #shortest = new Map<string, Milliseconds>();

  async time<T>(query: Query, call: () => T | Promise<T>): Promise<T> {
    const began = ownTime();
    const output = await call();
    this.#add(query, ownTime() - began);
    return output;
  }

  /**
   * Computes the mean time of a task of these queries, which a worker begins by parsing their bodies. First calls are
   * slow, so those that seem long are timed again when warm.
   *
   * @returns undefined if a query was not timed because shorter tasks showed its size
   */
  async mean(workload: Workload, queries: readonly Query[]): Promise<Milliseconds | undefined> {
    const parsing = meanOf(queries.map((query) => parsingMs(workload, query)));
    const rounded = (calls: Milliseconds) => Number((parsing + calls).toPrecision(2));
    const atFirst = this.#meanOf(queries);
    if (atFirst === undefined) return undefined;
    if (atFirst <= SHORT_TASK_MS || atFirst > LONG_TASK_MS) return rounded(atFirst);
    // Each query is timed repeatedly: the threads of garbage collection wait for a core, too, and no clock of this
    // thread excludes that.
    const began = performance.now();
    while (performance.now() - began < AGAIN_WITHIN_MS)
      for (const query of queries) {
        this.#add(query, (await timeOf(workload, query)).own);
        if (performance.now() - began >= AGAIN_WITHIN_MS) break;
      }
    return rounded(this.#meanOf(queries) ?? atFirst);
  }

  /** True if a call took so long that more calls would take much time. */
  isLong(query: Query): boolean {
    return (this.#shortest.get(textOf(query)) ?? 0) > LONG_TASK_MS;
  }

  #add(query: Query, ms: Milliseconds): void {
    const shortest = this.#shortest.get(textOf(query)) ?? Number.POSITIVE_INFINITY;
    this.#shortest.set(textOf(query), Math.min(shortest, ms));
  }

  #meanOf(queries: readonly Query[]): Milliseconds | undefined {
    const mean = meanOf(queries.map((query) => this.#shortest.get(textOf(query)) ?? Number.NaN));
    return Number.isNaN(mean) ? undefined : mean;
  }
}

const meanOf = (times: readonly Milliseconds[]): Milliseconds =>
  times.reduce((sum, time) => sum + time, 0) / times.length;

/** Times the parsing of a query that was parsed before: a body of 10 MB takes longer than many functions. */
function parsingMs(workload: Workload, query: Query): Milliseconds {
  const began = ownTime();
  inputOf(workload, query);
  return ownTime() - began;
}

import { inputOf, type Query, type Workload } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { ownTime, textOf, timeOf } from './task-time.ts';

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

import type { Query, Workload } from '@cpu-bound/workload';
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

  /** Makes one call, and records its time. */
  async time<T>(query: Query, call: () => T | Promise<T>): Promise<T> {
    const began = ownTime();
    const output = await call();
    this.#add(query, ownTime() - began);
    return output;
  }

  /**
   * Computes the mean time of a task of these queries. First calls are slow, so those that seem long are timed again
   * when warm.
   *
   * @returns undefined if a query was not timed because shorter tasks showed its size
   */
  async mean(workload: Workload, queries: readonly Query[]): Promise<Milliseconds | undefined> {
    const atFirst = this.#meanOf(queries);
    if (atFirst === undefined || atFirst <= SHORT_TASK_MS || atFirst > LONG_TASK_MS) return atFirst;
    // Each query is timed repeatedly: the threads of garbage collection wait for a core, too, and no clock of this
    // thread excludes that.
    const began = performance.now();
    while (performance.now() - began < AGAIN_WITHIN_MS)
      for (const query of queries) {
        this.#add(query, (await timeOf(workload, query)).own);
        if (performance.now() - began >= AGAIN_WITHIN_MS) break;
      }
    return this.#meanOf(queries);
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
    const times = queries.map((query) => this.#shortest.get(textOf(query)) ?? Number.NaN);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    return Number.isNaN(mean) ? undefined : Number(mean.toPrecision(2));
  }
}

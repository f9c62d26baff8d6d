import type { Computed } from '../contract.ts';
import type { Item, Outcome } from './item.ts';

/** Outcomes of a job from its item `from` on, or why all of it failed. `done` once there will be no more. */
export type Reply = {
  readonly job: string;
  readonly from: number;
  readonly outcomes: readonly Outcome[];
  readonly done: boolean;
  readonly failed?: string;
};

/** Requests that wait for a result, and the jobs that they share. */
export type Batches = {
  /** Rejects with the signal's reason when it aborts; what waits is taken back then. */
  submit(item: Item, signal: AbortSignal): Promise<Computed>;
  reply(reply: Reply): void;
  rejectAll(error: Error): void;
  /** Requests that are in no job yet. */
  readonly backlog: number;
  readonly jobs: number;
};

export type BatchesOptions = {
  /** Hands a job over; rejects where that is not possible. */
  readonly add: (job: string, items: readonly Item[]) => Promise<unknown>;
  /** Takes a job back that nobody waits for any more, where that can be done. */
  readonly remove?: (job: string) => void;
  /** How many jobs may be handed over at once: enough that no worker runs dry, no more. */
  readonly ahead: () => number;
  /** A job is filled up to about this much work; 0 for one item each. */
  readonly workMs: number;
  /**
   * Under a deep backlog a job may be longer than that: this share of what waits, divided by the jobs that may be
   * handed over. Everybody waits many times as long then: to wait for a neighbour besides does not count.
   */
  readonly backlogShare?: number;
};

type Entry = {
  readonly item: Item;
  readonly waiter: PromiseWithResolvers<Computed>;
  /** The job that it is in, once it is in one. */
  job?: string;
  /** Nobody waits for it any more. */
  gone: boolean;
};

const MOST_ITEMS = 16;
/** Weight of the newest task in the running mean. */
const NEWEST = 0.05;

/**
 * Hands work over to workers elsewhere. Under backlog, requests share jobs: to hand a job over costs the same
 * whatever is in it, and short tasks are not worth that much each. Where nothing waits a request goes out at once
 * and alone, and so does a task that is longer than `workMs` by the running mean, but under a deep backlog. Order is kept; each item has its
 * own deadline, outcome and cancellation.
 */
export function createBatches({ add, remove, ahead, workMs, backlogShare = 0 }: BatchesOptions): Batches {
  const backlog = new Set<Entry>();
  const flying = new Map<string, readonly Entry[]>();
  let meanMs = Number.POSITIVE_INFINITY;

  function pump(): void {
    for (let free = ahead() - flying.size; free > 0 && backlog.size > 0; free = ahead() - flying.size) {
      const most = Math.max(
        Math.min(MOST_ITEMS, Math.ceil(workMs / meanMs)),
        Math.round((backlogShare * backlog.size) / ahead()),
      );
      const share = Math.ceil(backlog.size / free);
      const entries = [...backlog.values().take(Math.max(1, Math.min(most, share)))];
      for (const entry of entries) backlog.delete(entry);
      fly(entries);
    }
  }
  function fly(entries: readonly Entry[]): void {
    const job = crypto.randomUUID();
    for (const entry of entries) entry.job = job;
    flying.set(job, entries); // before it is added: its reply may be faster than the answer to `add`
    add(
      job,
      entries.map(({ item }) => item),
    ).catch((error) => {
      for (const { waiter } of land(job) ?? []) waiter.reject(error);
    });
  }
  function land(job: string): readonly Entry[] | undefined {
    const entries = flying.get(job);
    if (entries && flying.delete(job)) pump();
    return entries;
  }
  function leave(entry: Entry): void {
    entry.gone = true;
    if (backlog.delete(entry) || entry.job === undefined) return;
    const entries = flying.get(entry.job);
    if (!entries?.every(({ gone }) => gone)) return;
    remove?.(entry.job);
    land(entry.job);
  }
  function settle({ waiter }: Entry, outcome: Outcome): void {
    if ('error' in outcome) return void waiter.reject(new Error(outcome.error));
    if ('dropped' in outcome) return; // its own deadline has answered, or is about to
    const { computeMs } = outcome;
    meanMs = Number.isFinite(meanMs) ? meanMs + NEWEST * (computeMs - meanMs) : computeMs;
    waiter.resolve(outcome);
  }
  return {
    async submit(item, signal) {
      signal.throwIfAborted();
      const waiter = Promise.withResolvers<Computed>();
      const entry: Entry = { item, waiter, gone: false };
      const onAbort = () => {
        waiter.reject(signal.reason);
        leave(entry);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      backlog.add(entry);
      pump();
      try {
        return await waiter.promise;
      } finally {
        entry.gone = true;
        signal.removeEventListener('abort', onAbort);
      }
    },
    reply({ job, from, outcomes, done, failed }) {
      const entries = flying.get(job);
      if (!entries) return; // of a job that nobody waits for, or the second reply of one that was computed twice
      for (const [index, outcome] of outcomes.entries()) {
        const entry = entries[from + index];
        if (entry) settle(entry, outcome);
      }
      if (done) land(job);
      if (failed === undefined) return;
      const waiting = entries.filter(({ gone }) => !gone);
      // One of several killed the workers: only alone can it be told which.
      if (entries.length > 1) for (const entry of waiting) fly([entry]);
      else for (const { waiter } of waiting) waiter.reject(new Error(failed));
    },
    rejectAll(error) {
      const entries = [...backlog, ...[...flying.values()].flat()];
      backlog.clear();
      flying.clear();
      for (const { waiter } of entries) waiter.reject(error);
    },
    get backlog() {
      return backlog.size;
    },
    get jobs() {
      return flying.size;
    },
  };
}

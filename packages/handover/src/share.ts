import type { Compute, ComputeResult } from '@cpu-bound/service/contract';
import { errorOf } from './error-of.ts';
import type { Item, Outcome } from './item.ts';
import { hasOctets } from './octets.ts';

/**
 * Hands a share of items over to a worker: a thread or a process.
 *
 * Resolves with the outcomes of the first items, usually of all. Items without an outcome then wait again, before the
 * others. Rejects if the whole share was lost, for example with its worker.
 */
export type Run = (items: readonly Item[], share: Share) => Promise<readonly Outcome[]>;

/** The requests of one hand-over. */
export type Share = {
  /** Aborts when no client waits for any of the items. The share keeps its place until `run` settles. */
  readonly signal: AbortSignal;
  /** Reports outcomes before the others are known, beginning with item number `from`. */
  readonly settle: (from: number, outcomes: readonly Outcome[]) => void;
};

export type SharingOptions = {
  readonly run: Run;
  /** How many shares may be handed over at once: just enough that no worker is idle. */
  readonly ahead: () => number;
  /** A share is filled up to about this many milliseconds of work. */
  readonly workMs: number;
  /**
   * Under a deep backlog a share may be longer than `workMs`: this fraction of the requests that wait, divided by the
   * shares that may be handed over. Every request waits many times as long then, so waiting for the share adds little.
   */
  readonly backlogFraction?: number;
  /** A share is never longer than about this many milliseconds. This bounds what is lost when a worker stops or dies. */
  readonly longestMs?: number;
  /** Whether an error of `run` would occur for each item alone, too. After any other error the items are tried one by one. */
  readonly isCommon?: (error: unknown) => boolean;
};

/** Computes requests by hand-overs that they share, and counts those that wait. */
export type Sharing = {
  readonly compute: Compute;
  /** Requests that are in no share yet. */
  readonly backlog: number;
  /** Shares that were handed over and have not come back. */
  readonly shares: number;
};

type Waiting = {
  readonly item: Item;
  readonly waiter: PromiseWithResolvers<ComputeResult>;
  /** The share that contains it, once it is handed over. */
  share?: Handed;
  /**
   * It goes alone: either it was in a share that was lost, and may be the cause, or its body of bytes is transferred to
   * the worker, so a lost share could not be tried again.
   */
  alone?: boolean;
  /** No client waits for it any more. */
  gone?: boolean;
};
type Handed = { readonly entries: readonly Waiting[]; readonly controller: AbortController };

const MOST_ITEMS = 16;
/** Weight of the newest task in the running mean. */
const NEWEST = 0.05;

/**
 * Lets waiting requests share hand-overs. A hand-over costs the same for one item as for many, which is too much for one
 * short task.
 *
 * If no other request waits, a request goes out at once and alone. A task also goes alone if the running mean of tasks is
 * longer than `workMs`, except under a deep backlog. Order is kept. Each item has its own deadline, outcome and
 * cancellation. When a share is lost, its items are tried again one by one, and only the one that causes the loss fails.
 */
export function shareHandOvers(options: SharingOptions): Sharing {
  const { run, ahead, workMs, backlogFraction = 0, longestMs = workMs, isCommon = () => false } = options;
  let backlog = new Set<Waiting>();
  const handed = new Set<Handed>();
  let meanMs = Number.POSITIVE_INFINITY;

  function fillFreePlaces(): void {
    for (let free = ahead() - handed.size; free > 0 && backlog.size > 0; free = ahead() - handed.size) {
      const entries = nextOf(backlog, mostItems(free));
      for (const entry of entries) backlog.delete(entry);
      void handOver(entries);
    }
  }
  function mostItems(free: number): number {
    const short = Math.min(MOST_ITEMS, Math.ceil(workMs / meanMs));
    const deep = Math.min(Math.round((backlogFraction * backlog.size) / ahead()), longestMs / meanMs);
    return Math.max(1, Math.min(Math.max(short, Math.floor(deep)), Math.ceil(backlog.size / free)));
  }
  async function handOver(entries: readonly Waiting[]): Promise<void> {
    const share: Handed = { entries, controller: new AbortController() };
    for (const entry of entries) entry.share = share;
    handed.add(share);
    const settle = (from: number, outcomes: readonly Outcome[]) => {
      for (const [index, outcome] of outcomes.entries()) settleOne(entries[from + index], outcome);
    };
    try {
      const items = entries.map(({ item }) => item);
      settle(0, await run(items, { signal: share.controller.signal, settle }));
      putBack(entries.filter(({ gone }) => !gone));
    } catch (error) {
      const left = entries.filter(({ gone }) => !gone);
      if (entries.length > 1 && !isCommon(error)) {
        for (const entry of left) entry.alone = true;
        putBack(left);
      } else {
        for (const entry of left) reject(entry, error);
      }
    }
    handed.delete(share);
    fillFreePlaces();
  }
  function putBack(entries: readonly Waiting[]): void {
    for (const entry of entries) delete entry.share;
    if (entries.length > 0) backlog = new Set([...entries, ...backlog]);
  }
  function settleOne(entry: Waiting | undefined, outcome: Outcome): void {
    if (!entry || entry.gone) return; // its client has left
    if ('error' in outcome) return void reject(entry, errorOf(outcome));
    entry.gone = true;
    if ('dropped' in outcome) return; // its own deadline has answered, or is about to
    const { computeMs } = outcome;
    meanMs = Number.isFinite(meanMs) ? meanMs + NEWEST * (computeMs - meanMs) : computeMs;
    entry.waiter.resolve(outcome);
  }
  function leave(entry: Waiting, reason: unknown): void {
    reject(entry, reason);
    const { share } = entry;
    if (!backlog.delete(entry) && share?.entries.every(({ gone }) => gone)) share.controller.abort(reason);
  }
  return {
    async compute(input, { signal, deadlineAt, traceparent }) {
      const item = { input, deadlineAt, ...(traceparent !== undefined && { traceparent }) };
      const entry: Waiting = { item, waiter: Promise.withResolvers(), alone: hasOctets(input) };
      const onAbort = () => leave(entry, signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      backlog.add(entry);
      fillFreePlaces();
      try {
        return await entry.waiter.promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    get backlog() {
      return backlog.size;
    },
    get shares() {
      return handed.size;
    },
  };
}

/** The next requests to hand over, in order. A request marked `alone` gets a share of its own. */
function nextOf(backlog: ReadonlySet<Waiting>, most: number): Waiting[] {
  const next: Waiting[] = [];
  for (const entry of backlog) {
    if (next.length >= most || (entry.alone && next.length > 0)) break;
    next.push(entry);
    if (entry.alone) break;
  }
  return next;
}

function reject(entry: Waiting, error: unknown): void {
  entry.gone = true;
  entry.waiter.reject(error);
}

import type { Item, Outcome } from '@cpu-bound/handover/item';

/** An item as a job has room for it: `octets` is the key of those that were taken out of its input. */
export type PackedItem = Item & { readonly octets?: string };

/** A job for requests that wait: one item, or several under backlog; none in the sentinel job. */
export type SharedJob = { readonly items: readonly PackedItem[]; readonly reply: string };

/** A job of `POST /jobs`; `print` tells its input from another one. */
export type AsyncJob = { readonly item: PackedItem; readonly print?: string };

export type JobData = SharedJob | AsyncJob;

/**
 * What an asynchronous job leaves: its result, of so many bytes. What is too large for it lies at the key `octets`; the
 * field without a name is the JSON of all the others.
 */
export type AsyncResult = { readonly fields: object; readonly bytes: number; readonly octets?: string };

export const SHARED = 'shared';
export const ASYNC = 'async';

export type PackedOutcome = Outcome & { readonly octets?: string };

/**
 * Outcomes of a shared job from its item `from` on, or why all of it failed. `done` once there will be no more: what
 * has no outcome by then was not begun.
 */
export type Reply = {
  readonly job: string;
  readonly from: number;
  readonly outcomes: readonly PackedOutcome[];
  readonly done: boolean;
  readonly failed?: string;
};

/** A reply that is too large for a message lies at the key `at`. */
export type ReplyMessage = Reply | { readonly job: string; readonly at: string };

/** A shared job ends after about this time, whatever is left of it. A stop, a kill and a cancellation wait for its end. */
export const LONGEST_MS = 250;

/** A job that has killed this many workers fails instead of killing more. */
export const MOST_STALLS = 2;

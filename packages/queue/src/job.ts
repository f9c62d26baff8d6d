import type { Item, Outcome } from '@cpu-bound/handover/item';
import type { OctetKeys } from './octets.ts';

/** An item as a job has room for it. */
export type PackedItem = Item & { readonly octets?: OctetKeys };

/** A job for requests that wait: one item, or several under backlog; none in the sentinel job. */
export type SharedJob = { readonly items: readonly PackedItem[]; readonly reply: string };

/** A job of `POST /jobs`; `octets` names the fields of its input that are base64, kept for as long as the job is. */
export type AsyncJob = { readonly item: Item; readonly octets?: readonly string[] };

export type JobData = SharedJob | AsyncJob;

export const SHARED = 'shared';
export const ASYNC = 'async';

export type PackedOutcome = Outcome & { readonly octets?: OctetKeys };

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

/** Where the API processes hear that a job was taken up again after its worker died. */
export const retakenChannel = (queue: string): string => `${queue}:retaken`;

/** How many results of asynchronous jobs there were, and their bytes. */
export const resultsKey = (queue: string): string => `${queue}:results`;

/** A shared job ends after about this long, whatever is left of it: the end, a kill and who has left wait for it. */
export const LONGEST_MS = 250;

/**
 * Lock and stall settings that fit CPU-bound work: a dead worker's job is free again after `LOCK_MS`, found by the
 * second check after that at the latest, and a living worker renews its lock while the kernel runs (lock-keeper.ts).
 */
export const LOCK_MS = 1_500;
export const RENEW_MS = 400;
export const STALL_CHECK_MS = 700;
/** A job that has killed this many workers fails instead of killing more. */
export const MOST_STALLS = 2;

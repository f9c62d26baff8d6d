import type { Item, Outcome } from '@cpu-bound/service';

/** A job for requests that wait: one item, or several under backlog; none in the sentinel job. */
export type BatchJob = { readonly items: readonly Item[]; readonly reply: string };

/** A job of `POST /jobs`. */
export type AsyncJob = { readonly item: Item };

export type JobData = BatchJob | AsyncJob;
export type JobResult = readonly Outcome[];

export const BATCH = 'batch';
export const ASYNC = 'async';

/** Where the API processes hear that a job was taken up again after its worker died. */
export const retakenChannel = (queue: string): string => `${queue}:retaken`;

/**
 * Lock and stall settings that fit CPU-bound work: a dead worker's job is free again after `LOCK_MS`, found by the
 * second check after that at the latest, and a living worker renews its lock while the kernel runs (lock-keeper.ts).
 */
export const LOCK_MS = 1_500;
export const RENEW_MS = 400;
export const STALL_CHECK_MS = 700;
/** A job that has killed this many workers fails instead of killing more. */
export const MOST_STALLS = 2;

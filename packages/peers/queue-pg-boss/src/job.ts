import type { Item, Outcome } from '@cpu-bound/handover/item';

/** What a job carries: the item to compute, and the queue in which its outcome is waited for, if it is. */
export type JobData = { readonly item: Item; readonly replyTo?: string };

/** What became of a job that a request waits for. */
export type Reply = { readonly id: string; readonly outcome: Outcome };

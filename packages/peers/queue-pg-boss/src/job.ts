import type { Outcome } from '@cpu-bound/service/contract';
import type { JsonObject } from '@cpu-bound/workload';

/** The data of a job: its input, and the queue for its outcome if a request waits. */
export type JobData = {
  readonly input: JsonObject;
  readonly traceparent?: string;
  readonly replyTo?: string;
};

/** The outcome of a job that a request waits for, or the reason of its failure. */
export type Reply = { readonly id: string } & ({ readonly outcome: Outcome } | { readonly failed: string });

import type { Outcome } from '@cpu-bound/service';
import type { JsonObject } from '@cpu-bound/workload';

/** The data of a job: its input, and the queue in which its outcome is waited for, if it is. */
export type JobData = {
  readonly input: JsonObject;
  readonly traceparent?: string;
  readonly replyTo?: string;
};

/** The outcome of a job that a request waits for; `failed` is why there is no outcome. */
export type Reply = { readonly id: string } & ({ readonly outcome: Outcome } | { readonly failed: string });

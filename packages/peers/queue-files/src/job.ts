import type { Outcome } from '@cpu-bound/service/contract';
import type { JsonObject } from '@cpu-bound/workload';
import type { Queue } from '@platformatic/job-queue';

export type JobData = { readonly input: JsonObject; readonly traceparent?: string };

export type JobQueue = Queue<JobData, Outcome>;

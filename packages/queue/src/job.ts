import type { Computed } from '@cpu-bound/service';
import type { JsonObject } from '@cpu-bound/workload';

/** `null` is the sentinel job, which proves that results come back before the service says it is ready. */
export type JobInput = JsonObject | null;
export type JobResult = Computed | null;
export const JOB_NAME = 'compute';

/** Results are read from the event stream; the records stay for a moment, for whoever asks by id. */
export const retention = {
  removeOnComplete: { age: 60, count: 1000 },
  removeOnFail: { age: 600, count: 1000 },
};

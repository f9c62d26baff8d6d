import { integer, type Setting } from '@cpu-bound/service/worker';
import type { Work } from '@cpu-bound/workload';
import { z } from 'zod';

const word = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores');

/** The variables that only the queue has. API and workers need the same values of them. */
export const tuning = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  /** Apart from the URL, where it needs no escaping. */
  REDIS_PASSWORD: z.string().optional(),
  /** Every key begins with it, and a colon. */
  REDIS_PREFIX: word.default('bull'),
  QUEUE_NAME: word.default('compute'),
  /** How many jobs of `POST /jobs` may wait. */
  MAX_JOBS: integer(1, 1_000_000, 10_000),
  /** How long a finished job can be looked at, in seconds. */
  JOB_KEPT_S: integer(1, 2_592_000, 3_600),
  /** A worker's thread whose heap grows beyond this ends, and its task fails. In MiB. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
  /** Where a worker that runs by itself serves `/healthz`, `/readyz` and `/metrics`; 0: nowhere. */
  WORKER_PORT: integer(0, 65_535, 0),
};

export type QueueSetting = Setting<typeof tuning>;

/** The version of `JobData` and of what a worker returns. A change of them needs other queues. */
const FORMAT = 4;

/**
 * Requests that wait for their answer and jobs of `POST /jobs` have a queue each: their finished jobs are kept for different
 * times, and a crowd of one kind does not keep the other from being served.
 */
export function queueNames({ QUEUE_NAME }: { readonly QUEUE_NAME: string }, { name }: Pick<Work, 'name'>) {
  const base = `${QUEUE_NAME}-${name}-v${FORMAT}`;
  return { requests: `${base}-requests`, jobs: `${base}-jobs` };
}

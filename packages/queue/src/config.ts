import { availableCores } from '@cpu-bound/service/container';
import { integer } from '@cpu-bound/service/run/config';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import type { Work } from '@cpu-bound/workload';
import { z } from 'zod';

const word = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores');

/** The variables of the queue. API and workers need the same values. */
export const tuning = {
  /** 0: the workers are started separately. */
  WORKERS: integer(0, 1024, availableCores()),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  /** The password, if it is not in the URL; it needs no escaping here. */
  REDIS_PASSWORD: z.string().optional(),
  /** The beginning of every key, before a colon. */
  REDIS_PREFIX: word.default('bull'),
  QUEUE_NAME: word.default('compute'),
  /** The largest number of waiting jobs of `POST /jobs`. */
  MAX_JOBS: integer(1, 1_000_000, 10_000),
  /** The time for which a finished job can be read, in seconds. */
  JOB_KEPT_S: integer(1, 2_592_000, 3_600),
  /** The largest heap of a worker's thread, in MiB. Beyond it, the thread ends and its task fails. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
  /** The port of `/healthz`, `/readyz` and `/metrics` of a worker that runs by itself; 0: none. */
  WORKER_PORT: integer(0, 65_535, 0),
};

export type QueueContext = ServiceContext<typeof tuning>;

/** The version of `JobData` and of a worker's result. A change of them needs other queues. */
const FORMAT = 5;

/**
 * Names the two queues: one for waiting requests, one for jobs of `POST /jobs`. Their finished jobs are kept for different
 * times, and many jobs of one kind do not block the other.
 */
export function queueNames({ QUEUE_NAME }: { readonly QUEUE_NAME: string }, { name }: Pick<Work, 'name'>) {
  const base = `${QUEUE_NAME}-${name}-v${FORMAT}`;
  return { requests: `${base}-requests`, jobs: `${base}-jobs` };
}

import { integer } from '@cpu-bound/service/worker';
import type { Workload } from '@cpu-bound/workload';
import { z } from 'zod';

/** The variables that only the queue has. Processes that share a queue need the same values of them. */
export const tuning = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  /** Apart from the URL, where it needs no escaping. */
  REDIS_PASSWORD: z.string().optional(),
  /** Every key and every channel begins with it, and a colon. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('bull'),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
  /** How many asynchronous jobs may wait. */
  MAX_JOBS: integer(1, 1_000_000, 10_000),
  /** What the asynchronous jobs may take of Redis, with the results of those that wait. In MiB. */
  JOBS_REDIS_MB: integer(1, 1_000_000, 512),
  /** How long a finished job can be looked at, in seconds. */
  JOB_KEPT_S: integer(1, 2_592_000, 3_600),
  /** How long a job is its worker's without a sign of life. A killed worker's job runs again after twice that at most. */
  JOB_LOCK_MS: integer(500, 600_000, 1_500),
  /** A task whose thread needs more heap fails, and its thread is replaced. In MiB. */
  WORKER_HEAP_MB: integer(16, 65_536, 512),
  /** Where a worker that runs by itself serves `/healthz`, `/readyz` and `/metrics`; 0: nowhere. */
  WORKER_PORT: integer(0, 65_535, 0),
};

type QueueSetting = { readonly QUEUE_NAME: string };

/** Of what a job and its reply look like; another one means another queue. */
const CONTRACT = 3;

/** Processes that do not speak of the same work must not share a queue. */
export const queueNameOf = ({ QUEUE_NAME }: QueueSetting, { name }: Workload): string =>
  `${QUEUE_NAME}-${name}-v${CONTRACT}`;

/** What a queue and its keys are called in Redis. */
export type Names = {
  readonly queue: string;
  readonly prefix: string;
  /** The key or channel of a name, and with an id that of one job. */
  readonly key: (name: string, id?: string) => string;
};

/** BullMQ has its own names below the same prefix; jobs are called by their ids, which are UUIDs. */
export function namesOf(config: QueueSetting & { readonly REDIS_PREFIX: string }, workload: Workload): Names {
  const queue = queueNameOf(config, workload);
  const prefix = config.REDIS_PREFIX;
  return {
    queue,
    prefix,
    key: (name, id) => [prefix, queue, name, ...(id === undefined ? [] : [id])].join(':'),
  };
}

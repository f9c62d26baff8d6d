import { integer } from '@cpu-bound/service/worker';
import type { Workload } from '@cpu-bound/workload';
import { z } from 'zod';

/** The variables that only the queue has. */
export const tuning = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  /** Apart from the URL, where it needs no escaping. */
  REDIS_PASSWORD: z.string().optional(),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
  /** How many asynchronous jobs may wait. */
  MAX_JOBS: integer(1, 1_000_000, 10_000),
  /** No job is accepted while Redis holds more than this, the results of those that wait included. In MiB. */
  JOBS_REDIS_MB: integer(1, 1_000_000, 512),
};

type Named = { readonly QUEUE_NAME: string };

/** Of what a job and its reply look like; another one means another queue. */
const CONTRACT = 2;

/** Processes that do not speak of the same work must not share a queue. */
export const queueNameOf = ({ QUEUE_NAME }: Named, { name }: Workload): string =>
  `${QUEUE_NAME}-${name}-v${CONTRACT}`;

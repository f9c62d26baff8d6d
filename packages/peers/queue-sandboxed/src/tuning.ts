import { choice } from '@cpu-bound/service/run/config';
import { z } from 'zod';

export const tuning = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
  /** BullMQ's default is child processes; threads are its option `useWorkerThreads`. */
  SANDBOX: choice('processes', 'threads'),
};

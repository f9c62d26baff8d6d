import { choice } from '@cpu-bound/service/run/config';
import { z } from 'zod';

export const tuning = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .default('postgres://127.0.0.1:5432/postgres'),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
  /** The way in which workers notice a job. PostgreSQL commits transactions with a NOTIFY one at a time. */
  PG_BOSS_WAKES: choice('notify', 'poll'),
};

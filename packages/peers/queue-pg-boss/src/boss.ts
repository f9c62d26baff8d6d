import type { Outcome } from '@cpu-bound/service/contract';
import { choice } from '@cpu-bound/service/run/config';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import type { JsonObject } from '@cpu-bound/workload';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
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

/** The data of a job: its input, and the queue for its outcome if a request waits. */
export type JobData = {
  readonly input: JsonObject;
  readonly traceparent?: string;
  readonly replyTo?: string;
};

/** The outcome of a job that a request waits for, or the reason of its failure. */
export type Reply = { readonly id: string } & ({ readonly outcome: Outcome } | { readonly failed: string });

type Config = ServiceContext<typeof tuning>['config'];

/** The shortest heartbeat of a job that pg-boss allows. Without one, a dead worker is noticed after 15 minutes. */
const HEARTBEAT_S = 10;
/** The shortest interval that pg-boss allows; its default is two seconds. */
const POLL_S = 0.5;
/** The interval in addition to NOTIFY, since a retried job sends none; pg-boss's default is 30. */
const POLL_WITH_NOTIFY_S = 2;

const byNotify = ({ PG_BOSS_WAKES }: Config) => PG_BOSS_WAKES === 'notify';

/**
 * Returns the options of the queues of jobs and replies. Other options, such as two retries, have their defaults.
 */
export const queueOptions = (config: Config) => ({ notify: byNotify(config), heartbeatSeconds: HEARTBEAT_S });

/**
 * Returns the options of a worker with batches. pg-boss fetches the next batch at once only after a full one. After a
 * single job, a worker waits for its next poll or a NOTIFY.
 */
export const inBatchesOf = (batchSize: number) => ({
  batchSize,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: POLL_WITH_NOTIFY_S,
});

/** Starts pg-boss, and stops it with the process. */
export async function startBoss(
  { config, log, lifecycle }: ServiceContext<typeof tuning>,
  options: Pick<ConstructorOptions, 'supervise' | 'superviseIntervalSeconds' | 'monitorIntervalSeconds'>,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: config.DATABASE_URL,
    useListenNotify: byNotify(config),
    schedule: false,
    ...options,
  });
  boss.on('error', (err) => log.error({ err }, 'pg-boss'));
  await boss.start();
  lifecycle.onStop('pg-boss', () => boss.stop({ timeout: config.DRAIN_TIMEOUT_MS }));
  return boss;
}

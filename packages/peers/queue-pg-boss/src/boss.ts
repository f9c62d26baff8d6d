import type { Setting } from '@cpu-bound/service';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { tuning } from './tuning.ts';

type Config = Setting<typeof tuning>['config'];

/** A worker that died is noticed by the pulse of its jobs, the shortest that pg-boss allows, and not after its 15 minutes. */
const HEARTBEAT_S = 10;
/** The shortest that pg-boss allows; its default is two seconds. */
const POLL_S = 0.5;
/** Beside NOTIFY, which a job that is tried again has none of; pg-boss's default is 30. */
const POLL_BESIDE_NOTIFY_S = 2;

const byNotify = ({ PG_BOSS_WAKES }: Config) => PG_BOSS_WAKES === 'notify';

/**
 * The options of both queues, that of jobs and that of replies. All others are pg-boss's defaults, two retries
 * included.
 */
export const queueOptions = (config: Config) => ({ notify: byNotify(config), heartbeatSeconds: HEARTBEAT_S });

/**
 * A worker that fetches one job waits for its next poll, unless another job is sent meanwhile. Only batches are fetched
 * one after the other, as long as they are full.
 */
export const inBatchesOf = (batchSize: number) => ({
  batchSize,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: POLL_BESIDE_NOTIFY_S,
});

/** pg-boss, started; it ends with the process. */
export async function startBoss(
  { config, log, lifecycle }: Setting<typeof tuning>,
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

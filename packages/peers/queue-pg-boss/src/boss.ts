import type { Setting } from '@cpu-bound/service';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { tuning } from './tuning.ts';

/** A worker that died is noticed by the pulse of its jobs, the shortest that pg-boss allows, and not after its 15 minutes. */
const HEARTBEAT_S = 10;
const KEPT_S = 3_600;

/** What pg-boss keeps of each job's queue; the rest is its default, two retries included. */
export const queueOptions = { notify: true, heartbeatSeconds: HEARTBEAT_S, deleteAfterSeconds: KEPT_S };

/**
 * A worker that fetches one job waits for its next poll, two seconds by default, unless another job is sent meanwhile.
 * Only batches are fetched one after the other as long as they are full; five are those of pg-boss's own example.
 */
export const workOptions = { batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;

/** pg-boss, started, with its LISTEN/NOTIFY that wakes who waits for jobs; it ends with the process. */
export async function startBoss(
  { config, log, lifecycle }: Setting<typeof tuning>,
  options: Pick<ConstructorOptions, 'supervise' | 'superviseIntervalSeconds' | 'monitorIntervalSeconds'>,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: config.DATABASE_URL,
    useListenNotify: true,
    schedule: false,
    ...options,
  });
  boss.on('error', (err) => log.error({ err }, 'pg-boss'));
  await boss.start();
  lifecycle.onStop('pg-boss', () => boss.stop({ timeout: config.DRAIN_TIMEOUT_MS }));
  return boss;
}

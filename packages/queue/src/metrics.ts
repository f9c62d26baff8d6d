import { Counter, Gauge, registry } from '@cpu-bound/service/http/metrics';
import type { QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RequestQueue } from './compute.ts';
import type { QueueContext } from './config.ts';
import type { JobQueue } from './jobs.ts';

type Queues = {
  readonly redis: Redis;
  readonly requests: RequestQueue;
  readonly events: QueueEvents;
  readonly jobs: JobQueue;
};

/**
 * Adds the metrics of the queues.
 *
 * @param countHere counts the workers of this process
 * @returns a function that counts the workers of this database, because Redis lists the connections to all databases
 */
export function observeQueues(
  { redis, requests, events, jobs }: Queues,
  log: QueueContext['log'],
  countHere: () => number,
): () => Promise<number> {
  let canList = true;
  async function countWorkers(): Promise<number> {
    if (redis.status !== 'ready') return 0;
    const clients = await requests.getWorkers();
    // Some managed servers have no `CLIENT LIST`, and BullMQ then reports one worker without fields.
    if (clients.some(({ db }) => db === undefined)) {
      if (canList) log.warn('this Redis has no CLIENT LIST: only the workers of this process are counted');
      canList = false;
      return countHere();
    }
    return clients.filter(({ db }) => Number(db) === redis.options.db).length;
  }
  /** Adds a gauge of Redis, which is NaN if Redis does not answer. */
  function gauge(name: string, help: string, count: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(redis.status === 'ready' ? await count().catch(() => Number.NaN) : Number.NaN);
      },
    });
  }
  gauge('queue_workers', 'Workers that serve the queue.', countWorkers);
  gauge('queue_waiting_requests', 'Requests that wait for a worker, of all API processes.', () =>
    requests.getWaitingCount(),
  );
  gauge('queue_waiting_jobs', 'Jobs that wait for a worker, of all API processes.', () =>
    jobs.getWaitingCount(),
  );
  const retaken = new Counter({
    name: 'queue_jobs_retaken_total',
    help: 'Requests whose job ran again after its worker had died.',
    registers: [registry],
  });
  events.on('stalled', () => retaken.inc());
  return countWorkers;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Names } from './config.ts';
import type { JobData } from './job.ts';

/** The same queue on two connections. */
export type Queues = {
  readonly queue: Queue<JobData>;
  /** Where large results hold up nothing but one another. */
  readonly results: Queue<JobData>;
};

const TRY_AGAIN_MS = 200;

/**
 * Waits for both connections, for as long as it takes. BullMQ asks for the server's version first, and never again
 * where that fails.
 *
 * @returns undefined where the process stops before they are there
 */
export async function openQueues(
  names: Names,
  [client, slowClient]: readonly [Redis, Redis],
  onError: (error: Error) => void,
  isStopping: () => boolean,
): Promise<Queues | undefined> {
  const open = async (connection: Redis): Promise<Queue<JobData>> => {
    // Nobody reads the events.
    const options = { connection, skipWaitingForReady: true, streams: { events: { maxLen: 100 } } };
    const queue = new Queue<JobData>(names.queue, { ...options, prefix: names.prefix });
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  while (!isStopping()) {
    if (client.status === 'ready' && slowClient.status === 'ready') {
      const queues = await Promise.all([open(client), open(slowClient)]).catch(() => undefined); // it was logged
      if (queues) return { queue: queues[0], results: queues[1] };
    }
    await sleep(TRY_AGAIN_MS, undefined, { ref: false });
  }
  return undefined;
}

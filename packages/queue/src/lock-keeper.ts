import { parentPort, workerData } from 'node:worker_threads';
import { Job, Queue } from 'bullmq';
import { blocking } from './connection.ts';
import { readHeldJobs } from './held-jobs.ts';
import { LOCK_MS, RENEW_MS } from './job.ts';

/**
 * A thread beside the worker's kernel. While the kernel computes, its own thread cannot renew the lock of its job,
 * and the job would be given to another worker as if this one were dead.
 */
const { url, queueName, memory } = workerData as KeeperData;
export type KeeperData = {
  readonly url: string;
  readonly queueName: string;
  readonly memory: SharedArrayBuffer;
};

const queue = new Queue(queueName, { connection: blocking(url) });
queue.on('error', () => {}); // Redis is away: the worker beside says so

setInterval(() => {
  for (const { id, token } of readHeldJobs(memory)) {
    // Fails where the job was finished between the look and the command, or was lost with Redis.
    new Job(queue, '', {}, {}, id).extendLock(token, LOCK_MS).catch(() => {});
  }
}, RENEW_MS);

await queue.waitUntilReady();
parentPort?.postMessage('ready'); // no job is taken before

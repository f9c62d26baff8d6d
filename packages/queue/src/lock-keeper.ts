import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Job, Queue, UnrecoverableError } from 'bullmq';
import { blocking, blockingClient, type RedisAddress } from './connection.ts';
import { type Held, readHeldJob } from './held-job.ts';
import { type JobData, LOCK_MS, RENEW_MS, type Reply } from './job.ts';

/**
 * A thread beside the worker's kernel. While the kernel computes, its own thread cannot renew the lock of its job,
 * and the job would be given to another worker as if this one were dead. Nor can it stop a task that takes too
 * long: that ends the process, from here, and its supervisor starts another.
 */
const { config, queueName, memory } = workerData as KeeperData;
export type KeeperData = {
  readonly config: RedisAddress & { readonly TASK_TIMEOUT_MS: number };
  readonly queueName: string;
  readonly memory: SharedArrayBuffer;
};

/** Redis may be away; the task is stopped all the same. */
const TELL_WITHIN_MS = 1_000;

const queue = new Queue<JobData>(queueName, { connection: blocking(config) });
queue.on('error', () => {}); // Redis is away: the worker beside says so
const client = blockingClient(config);
client.on('error', () => {});

let last: Held | undefined;
let since = performance.now();
setInterval(
  () => {
    const held = readHeldJob(memory);
    if (held?.begun !== last?.begun) since = performance.now();
    last = held;
    if (!held) return;
    if (performance.now() - since > config.TASK_TIMEOUT_MS) return void stop(held);
    // Fails where the job was finished between the look and the command, or was lost with Redis.
    new Job(queue, '', {} as JobData, {}, held.id).extendLock(held.token, LOCK_MS).catch(() => {});
  },
  Math.min(RENEW_MS, config.TASK_TIMEOUT_MS),
);

async function stop(held: Held): Promise<void> {
  await Promise.race([tell(held).catch(() => {}), sleep(TELL_WITHIN_MS)]);
  process.kill(process.pid, 'SIGKILL');
}

/** To whoever waits for it, and to Redis: the job is not tried again. */
async function tell({ id, token, index }: Held): Promise<void> {
  const job = await Job.fromId<JobData>(queue, id);
  if (!job) return;
  const stoppedAfterMs = config.TASK_TIMEOUT_MS;
  const error = `the task was stopped after ${stoppedAfterMs} ms`;
  if ('reply' in job.data) {
    const reply: Reply = { job: id, from: index, outcomes: [{ error, stoppedAfterMs }], done: true };
    await client.publish(job.data.reply, JSON.stringify(reply));
  }
  await job.moveToFailed(new UnrecoverableError(error), token, false);
}

await queue.waitUntilReady();
parentPort?.postMessage('ready'); // no job is taken before

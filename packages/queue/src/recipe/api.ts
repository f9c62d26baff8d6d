import { type Extension, type Setting, serve } from '@cpu-bound/service';
import { Queue, QueueEvents } from 'bullmq';
import { queueNameOf, type tuning } from '../config.ts';

/**
 * BullMQ as its documentation has request and reply, to measure ours against: a job for each request.
 *
 * @param extension routes besides
 */
export async function serveRecipe(
  setting: Setting<typeof tuning>,
  extension?: (queue: Queue) => Extension,
): Promise<void> {
  const { config, workload, lifecycle } = setting;
  const name = queueNameOf(config, workload);
  const connection = { url: config.REDIS_URL };
  const kept = { count: 1_000 };
  const queue = new Queue(name, {
    connection,
    defaultJobOptions: { removeOnComplete: kept, removeOnFail: kept },
  });
  const events = new QueueEvents(name, { connection });
  events.setMaxListeners(0); // three for each request that waits
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  lifecycle.onStop('queue', async () => {
    await events.close();
    await queue.close();
  });
  await serve(setting, {
    ...(extension && { extension: extension(queue) }),
    async compute(input, { signal }) {
      const job = await queue.add('compute', input);
      try {
        return await job.waitUntilFinished(events, config.REQUEST_TIMEOUT_MS);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
  });
}

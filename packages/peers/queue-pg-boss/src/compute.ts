import type { Compute, Outcome } from '@cpu-bound/service/contract';
import { resultOf } from '@cpu-bound/service/http/problems';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import type { JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { PgBoss } from 'pg-boss';
import { inBatchesOf, type JobData, queueOptions, type Reply, type tuning } from './boss.ts';

/** Fewer replies than this usually wait at once. */
const REPLIES_AT_ONCE = 100;

/**
 * Sends a job for each request. pg-boss has no event for the end of a job. So workers send the outcome into a second
 * queue, which this process reads.
 */
export async function createCompute(
  boss: PgBoss,
  { config, lifecycle }: ServiceContext<typeof tuning>,
): Promise<Compute> {
  const waiting = new Map<string, PromiseWithResolvers<Outcome>>();
  const replyTo = `replies-${crypto.randomUUID()}`;
  await boss.createQueue(replyTo, queueOptions(config));
  await boss.work<Reply>(replyTo, inBatchesOf(REPLIES_AT_ONCE), async (replies) => {
    for (const { data } of replies) settle(data);
  });
  lifecycle.onStop('replies', async () => {
    await boss.offWork(replyTo);
    await boss.deleteQueue(replyTo);
  });

  function settle(reply: Reply): void {
    const waiter = waiting.get(reply.id);
    if ('failed' in reply) waiter?.reject(new Error(reply.failed));
    else waiter?.resolve(reply.outcome);
  }
  return async (input, { signal, traceparent }) => {
    const id = crypto.randomUUID();
    const waiter = Promise.withResolvers<Outcome>();
    waiting.set(id, waiter);
    const data: JobData = defined({ input: input as JsonObject, traceparent, replyTo });
    const sent = boss.send(config.QUEUE_NAME, data, { id });
    sent.catch(waiter.reject);
    const onAbort = () => {
      waiter.reject(signal.reason);
      sent.then(() => boss.cancel(config.QUEUE_NAME, id)).catch(() => {}); // no client waits for its outcome
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return resultOf(await waiter.promise);
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting.delete(id);
    }
  };
}

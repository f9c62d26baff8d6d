import type { Reply } from '@cpu-bound/service';
import { QueueEvents } from 'bullmq';
import { blocking, blockingClient } from './connection.ts';
import { type JobResult, retakenChannel } from './job.ts';

export type ReplyListener = {
  onReply(reply: Reply): void;
  /** A job was taken up again after its worker died. */
  onRetaken(): void;
  /** Replies may have been missed: whoever waits for one must not wait on. */
  onGap(): void;
  onError(error: Error): void;
};

export type ReplyReader = { readonly connected: boolean; close(): Promise<void> };

/**
 * The workers publish results to the channel of the API process that asked: one message for a job, where the event
 * stream brings four or five entries for each job of every API process.
 */
export async function readChannel(
  url: string,
  queue: string,
  channel: string,
  listener: ReplyListener,
): Promise<ReplyReader> {
  const client = blockingClient(url);
  client.on('error', listener.onError);
  client.on('close', listener.onGap);
  client.on('message', (from, message) => {
    if (from === channel) listener.onReply(JSON.parse(message));
    else listener.onRetaken();
  });
  await client.subscribe(channel, retakenChannel(queue));
  return {
    get connected() {
      return client.status === 'ready';
    },
    close: async () => client.disconnect(),
  };
}

/** The event stream that BullMQ has for this, one reader for all requests of the process. */
export async function readEvents(url: string, queue: string, listener: ReplyListener): Promise<ReplyReader> {
  const events = new QueueEvents(queue, { connection: blocking(url) });
  const whole = { from: 0, done: true };
  events.on('completed', ({ jobId: job, returnvalue }) =>
    listener.onReply({ ...whole, job, outcomes: returnvalue as unknown as JobResult }),
  );
  events.on('failed', ({ jobId: job, failedReason: failed }) =>
    listener.onReply({ ...whole, job, outcomes: [], failed }),
  );
  events.on('stalled', listener.onRetaken);
  events.on('error', listener.onError);
  await events.waitUntilReady();
  return { connected: true, close: () => events.close() };
}

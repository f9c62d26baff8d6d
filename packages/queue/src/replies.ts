import { blockingClient, type RedisAddress } from './connection.ts';
import { type Reply, retakenChannel } from './job.ts';

export type ReplyListener = {
  onReply(reply: Reply): void;
  /** A job was taken up again after its worker died. */
  onRetaken(): void;
  /** Replies may have been missed: whoever waits for one must not wait on. */
  onGap(): void;
  onError(error: Error): void;
};

export type ReplyReader = { readonly connected: boolean; close(): void };

/**
 * The workers publish results to the channel of the API process that asked: one message for a job, where BullMQ's
 * event stream brings four or five entries for each job of every API process.
 */
export async function readReplies(
  address: RedisAddress,
  queue: string,
  channel: string,
  listener: ReplyListener,
): Promise<ReplyReader> {
  const client = blockingClient(address);
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
    close: () => client.disconnect(),
  };
}

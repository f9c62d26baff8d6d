import type { Redis } from 'ioredis';
import { blockingClient, type RedisAddress } from './connection.ts';
import type { Reply, ReplyMessage } from './job.ts';

/** Redis ends a subscriber that has more than 32 MiB of messages to read, and all requests that wait for it. */
export const MOST_MESSAGE_BYTES = 2 ** 18;

/**
 * Sends a reply, a large one by way of a key that is kept for `keptMs`. Resolves when it is on its way, after those
 * before it: to wait for Redis's answer would keep the next job waiting.
 *
 * @param onError called if Redis does not accept it; waiting requests learn this from the pulse
 */
export async function publishReply(
  client: Redis,
  channel: string,
  reply: Reply,
  { keptMs, onError }: { readonly keptMs: number; readonly onError: (error: unknown) => void },
): Promise<void> {
  const text = JSON.stringify(reply);
  const isLarge = text.length > MOST_MESSAGE_BYTES;
  const at = `${channel}:${crypto.randomUUID()}`;
  if (isLarge) await client.set(at, text, 'PX', keptMs).catch(onError);
  const message = isLarge ? JSON.stringify({ job: reply.job, at } satisfies ReplyMessage) : text;
  client.publish(channel, message).catch(onError);
}

export type ReplyListener = {
  onReply(reply: ReplyMessage): void;
  /** A job was taken up again after its worker died. */
  onRetaken(): void;
  /** Replies may have been missed: whoever waits for one must not wait on. */
  onGap(): void;
  onError(error: Error): void;
};

export type ReplyReader = {
  readonly connected: boolean;
  /** Resolves with the next message of a channel, with the signal's abort, or where messages may have been missed. */
  next(channel: string, signal: AbortSignal): Promise<{ readonly heard: Promise<void> }>;
  /** Another server may answer at the address when it connects again. */
  disconnect(reconnect: boolean): void;
};

/**
 * The workers publish results to the channel of the API process that asked: one message for a job, where BullMQ's
 * event stream brings four or five entries for each job of every API process.
 */
export function readReplies(
  address: RedisAddress,
  { replies, retaken }: { readonly replies: string; readonly retaken: string },
  listener: ReplyListener,
): ReplyReader {
  const client = blockingClient(address);
  const waiting = new Map<string, Set<() => void>>();
  let subscribed = false;
  client.on('error', listener.onError);
  client.on('close', () => {
    listener.onGap();
    for (const waiters of waiting.values()) for (const hear of waiters) hear();
  });
  client.on('message', (from, message) => {
    if (from === replies) listener.onReply(JSON.parse(message));
    else if (from === retaken) listener.onRetaken();
    else for (const hear of waiting.get(from) ?? []) hear();
  });
  client.subscribe(replies, retaken).then(
    () => {
      subscribed = true;
    },
    () => {}, // closed before there was a Redis
  );
  return {
    get connected() {
      return subscribed && client.status === 'ready';
    },
    async next(channel, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiters = waiting.get(channel) ?? new Set();
      waiting.set(channel, waiters.add(resolve));
      signal.addEventListener('abort', () => resolve(), { once: true });
      const heard = promise.finally(() => {
        waiters.delete(resolve);
        if (waiters.size > 0 || waiting.get(channel) !== waiters) return;
        waiting.delete(channel);
        client.unsubscribe(channel).catch(() => {}); // closing
      });
      await Promise.race([client.subscribe(channel), heard]);
      return { heard };
    },
    disconnect: (reconnect) => client.disconnect(reconnect),
  };
}

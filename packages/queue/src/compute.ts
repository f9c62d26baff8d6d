import type { Run, Share } from '@cpu-bound/handover';
import type { Item, Outcome } from '@cpu-bound/handover/item';
import { hasOctets } from '@cpu-bound/handover/octets';
import pLimit from 'p-limit';
import { type PackedItem, type Reply, type ReplyMessage, SHARED } from './job.ts';
import { createPacking } from './packing.ts';
import type { RedisLink } from './redis-link.ts';
import { troubleOf } from './trouble.ts';

/** Jobs of this process that are in Redis, and the way of their outcomes back. */
export type Exchange = {
  readonly run: Run;
  /** Adds a job with nothing in it, before all others; resolves when a worker has had it. */
  sentinel(): Promise<unknown>;
  onReply(reply: ReplyMessage): void;
  /** Gives every job up that is waited for. */
  rejectAll(error: Error): void;
};

type PendingJob = Pick<Share, 'settle'> &
  Pick<PromiseWithResolvers<readonly Outcome[]>, 'resolve' | 'reject'> & {
    /** What came before it, where that has to be read first. */
    before?: Promise<void>;
  };

type ExchangeOptions = {
  readonly link: Pick<RedisLink, 'queue' | 'slowRedis' | 'beat' | 'trouble'>;
  /** The channel to which workers publish the outcomes of this process's jobs. */
  readonly channel: string;
  /** Nobody asks for a job's octets any more after that. */
  readonly keptMs: number;
};

/** A large reply keeps the event loop busy for a tenth of a second. So this many are read at once, and the loop runs between them. */
const READ_AT_ONCE = 2;

export function createExchange({ link, channel, keptMs }: ExchangeOptions): Exchange {
  const { packAll, forget, whole } = createPacking(link.slowRedis, channel, keptMs);
  const pending = new Map<string, PendingJob>();
  const inTurn = pLimit(READ_AT_ONCE);

  function add(items: readonly Item[], { settle }: Pick<Share, 'settle'>, options: { lifo?: boolean } = {}) {
    const jobId = crypto.randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    pending.set(jobId, { settle, resolve, reject }); // before it is added: its reply may be faster than the answer
    const enqueue = async (packed: readonly PackedItem[]) =>
      link.queue.add(
        SHARED,
        { items: packed, reply: channel },
        { jobId, removeOnComplete: true, removeOnFail: true, ...options },
      );
    const timely = items.map(onRedisClock);
    const packed = items.some(({ input }) => hasOctets(input)) ? packAll(timely) : undefined;
    (packed ? packed.then(enqueue) : enqueue(timely)).catch((error) => reject(troubleOf(error)));
    const done = promise.finally(() => {
      pending.delete(jobId);
      packed?.then(forget, () => {}); // they were never there
    });
    return { jobId, promise: done };
  }
  const onRedisClock = (item: Item): Item =>
    item.deadlineAt === undefined ? item : { ...item, deadlineAt: item.deadlineAt + link.beat.aheadMs };
  function take(found: PendingJob, { from, done, failed }: Reply, outcomes: readonly Outcome[]): void {
    found.settle(from, outcomes);
    if (failed !== undefined) found.reject(new Error(failed));
    else if (done) found.resolve([]);
  }
  return {
    async run(items, { signal, settle }) {
      if (link.trouble) throw link.trouble; // it may have come while they waited
      const { jobId, promise } = add(items, { settle });
      const onAbort = () => {
        pending.get(jobId)?.resolve([]);
        link.queue.remove(jobId).catch(() => {}); // it runs, or Redis is away
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return promise;
    },
    sentinel: () => add([], { settle() {} }, { lifo: true }).promise,
    onReply(message) {
      const found = pending.get(message.job);
      if (!found) return; // no request waits for it, or it was computed twice
      const isLarge = 'at' in message || message.outcomes.some(({ octets }) => octets);
      if (!isLarge && !found.before) return take(found, message, message.outcomes);
      found.before = (found.before ?? Promise.resolve())
        .then(() => inTurn(() => whole(message)))
        .then(([reply, outcomes]) => take(found, reply, outcomes))
        .catch(found.reject);
    },
    rejectAll(error) {
      for (const { reject } of pending.values()) reject(error);
    },
  };
}

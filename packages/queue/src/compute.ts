import type { Run, Share } from '@cpu-bound/handover';
import type { Item, Outcome } from '@cpu-bound/handover/item';
import { hasOctets } from '@cpu-bound/handover/octets';
import { defined } from '@cpu-bound/workload/defined';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import pLimit from 'p-limit';
import {
  type JobData,
  type PackedItem,
  type PackedOutcome,
  type Reply,
  type ReplyMessage,
  SHARED,
} from './job.ts';
import { pack, unpack } from './octets.ts';
import { orTrouble, troubleOf } from './trouble.ts';

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
  readonly queue: () => Queue<JobData>;
  /** Where the workers publish what became of this process's jobs. */
  readonly channel: string;
  /** For octets and large replies: they hold up nothing but one another there. */
  readonly client: Redis;
  readonly keptMs: number;
  /** By how much Redis's clock is ahead of ours. */
  readonly aheadMs: () => number;
  /** Why nothing can be begun now. */
  readonly trouble: () => Error | undefined;
};

/** A large reply keeps the event loop for a tenth of a second: so many are read at once, and it turns between them. */
const READ_AT_ONCE = 2;

export function createExchange({
  queue,
  channel,
  client,
  keptMs,
  aheadMs,
  trouble,
}: ExchangeOptions): Exchange {
  const pending = new Map<string, PendingJob>();
  const inTurn = pLimit(READ_AT_ONCE);

  function add(items: readonly Item[], { settle }: Pick<Share, 'settle'>, options: { lifo?: boolean } = {}) {
    const jobId = crypto.randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    pending.set(jobId, { settle, resolve, reject }); // before it is added: its reply may be faster than the answer
    const enqueue = async (packed: readonly PackedItem[]) =>
      queue().add(
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
    item.deadlineAt === undefined ? item : { ...item, deadlineAt: item.deadlineAt + aheadMs() };
  const packAll = (items: readonly Item[]): Promise<PackedItem[]> =>
    Promise.all(
      items.map(async (item) => {
        const { fields, octets } = await pack(
          client,
          item.input,
          `${channel}:${crypto.randomUUID()}`,
          keptMs,
        );
        return defined({ ...item, input: fields, octets });
      }),
    );
  const forget = (items: readonly PackedItem[]) => {
    client.unlink(...items.flatMap(({ octets }) => octets ?? [])).catch(() => {}); // Redis is away, and forgets them by itself
  };
  const unpackAll = (outcomes: readonly PackedOutcome[]): Promise<Outcome[]> =>
    Promise.all(
      outcomes.map(async (outcome) => {
        if (!outcome.octets || !('output' in outcome)) return outcome;
        const { octets, output: fields, ...rest } = outcome;
        const output = await unpack(fields, orTrouble(client.hgetallBuffer(octets)));
        client.unlink(octets).catch(() => {});
        return { ...rest, output };
      }),
    );
  async function fetchReply(at: string): Promise<Reply> {
    const text = await orTrouble(client.getdel(at));
    if (text === null) throw new Error('a large reply is gone: it was kept as long as anybody waited');
    return JSON.parse(text);
  }
  async function whole(message: ReplyMessage): Promise<readonly [Reply, readonly Outcome[]]> {
    const reply = 'at' in message ? await fetchReply(message.at) : message;
    return [reply, await unpackAll(reply.outcomes)];
  }
  function take(found: PendingJob, { from, done, failed }: Reply, outcomes: readonly Outcome[]): void {
    found.settle(from, outcomes);
    if (failed !== undefined) found.reject(new Error(failed));
    else if (done) found.resolve([]);
  }
  return {
    async run(items, { signal, settle }) {
      const why = trouble(); // it may have come while they waited
      if (why) throw why;
      const { jobId, promise } = add(items, { settle });
      const onAbort = () => {
        pending.get(jobId)?.resolve([]);
        queue()
          .remove(jobId)
          .catch(() => {}); // it runs, or Redis is away
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return promise;
    },
    sentinel: () => add([], { settle() {} }, { lifo: true }).promise,
    onReply(message) {
      const found = pending.get(message.job);
      if (!found) return; // nobody waits for it, or it was computed twice
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

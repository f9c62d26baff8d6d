import type { Run, Share } from '@cpu-bound/handover';
import type { Item, Outcome } from '@cpu-bound/handover/item';
import { hasOctets } from '@cpu-bound/handover/octets';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type JobData, type PackedItem, type PackedOutcome, type Reply, SHARED } from './job.ts';
import { pack, unpack } from './octets.ts';
import { troubleOf } from './trouble.ts';

/** Jobs of this process that are in Redis, and the way of their outcomes back. */
export type Exchange = {
  readonly run: Run;
  /** Adds a job with nothing in it, before all others; resolves when a worker has had it. */
  sentinel(): Promise<unknown>;
  onReply(reply: Reply): void;
  /** Gives every job up that is waited for. */
  rejectAll(error: Error): void;
};

type Pending = Pick<Share, 'settle'> & Pick<PromiseWithResolvers<readonly Outcome[]>, 'resolve' | 'reject'>;

type ExchangeOptions = {
  /** Where the workers publish what became of this process's jobs. */
  readonly channel: string;
  /** For octets: large ones hold up nothing but one another there. */
  readonly client: Redis;
  readonly keptMs: number;
};

export function createExchange(
  queue: Queue<JobData>,
  { channel, client, keptMs }: ExchangeOptions,
): Exchange {
  const pending = new Map<string, Pending>();

  function add(items: readonly Item[], { settle }: Pick<Share, 'settle'>, options: { lifo?: boolean } = {}) {
    const jobId = crypto.randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    pending.set(jobId, { settle, resolve, reject }); // before it is added: its reply may be faster than the answer
    const enqueue = (packed: readonly PackedItem[]) =>
      queue.add(
        SHARED,
        { items: packed, reply: channel },
        { jobId, removeOnComplete: true, removeOnFail: true, ...options },
      );
    const isLarge = items.some(({ input }) => hasOctets(input));
    const packed = isLarge ? packAll(items) : undefined;
    (packed ? packed.then(enqueue) : enqueue(items)).catch((error) => reject(troubleOf(error)));
    const done = promise.finally(() => {
      pending.delete(jobId);
      packed?.then(forget, () => {}); // they were never there
    });
    return { jobId, promise: done };
  }
  const packAll = (items: readonly Item[]): Promise<PackedItem[]> =>
    Promise.all(
      items.map(async (item) => {
        const { fields, octets } = await pack(client, item.input, queue.toKey(''), keptMs);
        return { ...item, input: fields, ...(octets && { octets }) };
      }),
    );
  const forget = (items: readonly PackedItem[]) => {
    const keys = items.flatMap(({ octets = {} }) => Object.values(octets));
    client.unlink(...keys).catch(() => {}); // Redis is away, and forgets them by itself
  };
  const unpackAll = (outcomes: readonly PackedOutcome[]): Promise<Outcome[]> =>
    Promise.all(
      outcomes.map(async (outcome) => {
        if (!outcome.octets || !('output' in outcome)) return outcome;
        const { octets, output: fields, ...rest } = outcome;
        return { ...rest, output: await unpack(client, { fields, octets }, true) };
      }),
    );
  return {
    run(items, { signal, settle }) {
      const { jobId, promise } = add(items, { settle });
      const onAbort = () => {
        pending.get(jobId)?.resolve([]);
        queue.remove(jobId).catch(() => {}); // it runs, or Redis is away
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return promise;
    },
    sentinel: () => add([], { settle() {} }, { lifo: true }).promise,
    onReply({ job, from, outcomes, done, failed }) {
      const found = pending.get(job);
      if (!found) return; // nobody waits for it, or it was computed twice
      const take = (whole: readonly Outcome[]) => {
        found.settle(from, whole);
        if (failed !== undefined) found.reject(new Error(failed));
        else if (done) found.resolve([]);
      };
      // An item with octets is alone in its job: there is no other message that this one could come after.
      if (outcomes.some(({ octets }) => octets)) unpackAll(outcomes).then(take, found.reject);
      else take(outcomes);
    },
    rejectAll(error) {
      for (const { reject } of pending.values()) reject(error);
    },
  };
}

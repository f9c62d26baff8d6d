import type { Item, Outcome } from '@cpu-bound/handover/item';
import { defined } from '@cpu-bound/workload/defined';
import type { Redis } from 'ioredis';
import type { PackedItem, PackedOutcome, Reply, ReplyMessage } from './job.ts';
import { pack, unpack } from './octets.ts';
import { orTrouble } from './trouble.ts';

/** How octets and large replies go beside the jobs of one channel: they hold up nothing but one another. */
export type Packing = {
  packAll(items: readonly Item[]): Promise<PackedItem[]>;
  /** Removes the octets of items whose clients no longer wait. */
  forget(items: readonly PackedItem[]): void;
  /** The reply that a message brings or names, and its outcomes with their octets. */
  whole(message: ReplyMessage): Promise<readonly [Reply, readonly Outcome[]]>;
};

/** @param keptMs after this time the octets are not needed any more */
export function createPacking(client: Redis, channel: string, keptMs: number): Packing {
  const packOne = async (item: Item): Promise<PackedItem> => {
    const { fields, octets } = await pack(client, item.input, `${channel}:${crypto.randomUUID()}`, keptMs);
    return defined({ ...item, input: fields, octets });
  };
  async function unpackOne(outcome: PackedOutcome): Promise<Outcome> {
    if (!outcome.octets || !('output' in outcome)) return outcome;
    const { octets, output: fields, ...rest } = outcome;
    const output = await unpack(fields, orTrouble(client.hgetallBuffer(octets)));
    client.unlink(octets).catch(() => {});
    return { ...rest, output };
  }
  async function fetchReply(at: string): Promise<Reply> {
    const text = await orTrouble(client.getdel(at));
    if (text === null)
      throw new Error('a large reply has expired: it is kept only as long as its request may wait');
    return JSON.parse(text);
  }
  return {
    packAll: (items) => Promise.all(items.map(packOne)),
    forget(items) {
      client.unlink(...items.flatMap(({ octets }) => octets ?? [])).catch(() => {}); // Redis is away, and forgets them by itself
    },
    async whole(message) {
      const reply = 'at' in message ? await fetchReply(message.at) : message;
      return [reply, await Promise.all(reply.outcomes.map(unpackOne))];
    },
  };
}

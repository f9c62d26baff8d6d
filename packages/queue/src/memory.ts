import type { Redis } from 'ioredis';
import { resultsKey } from './job.ts';

/** What Redis holds and what the results of waiting jobs will add, as known a second ago. */
export type RedisMemory = { expectedBytes(waiting: number): number; stop(): void };

const EVERY_MS = 1_000;

/** @param queue its name: the workers count the bytes of results there */
export function watchMemory(client: Redis, queue: string): RedisMemory {
  let usedBytes = 0;
  let bytesPerResult = 0;
  async function look(): Promise<void> {
    const [info, [results, bytes]] = await Promise.all([
      client.info('memory'),
      client.hmget(resultsKey(queue), 'count', 'bytes'),
    ]);
    usedBytes = Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0);
    bytesPerResult = Number(bytes ?? 0) / Math.max(1, Number(results ?? 0));
  }
  const lookOn = () => void look().catch(() => {}); // away, or a Redis that does not tell: as known before
  lookOn();
  const timer = setInterval(lookOn, EVERY_MS);
  return {
    expectedBytes: (waiting) => usedBytes + waiting * bytesPerResult,
    stop: () => clearInterval(timer),
  };
}

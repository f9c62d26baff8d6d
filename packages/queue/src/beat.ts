import type { Redis } from 'ioredis';
import type { Names } from './config.ts';
import { script } from './script.ts';

/** What Redis says at each beat. */
export type Beat = {
  /** Workers that have given a sign of life lately, of this queue in this database. */
  readonly workers: number;
  /** By how many milliseconds Redis's clock is ahead of ours, to half a round trip. */
  readonly aheadMs: number;
};

/** A worker beats several times as often. */
const LIFE_MS = 2_000;
/** As many as NTP keeps. */
const CLOCKS = 8;

/** The SET is refused by a Redis that is out of memory, where nothing else here would be. */
const run = script(
  'beat',
  `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('SET', KEYS[1], now, 'PX', ARGV[1])
  if ARGV[2] ~= '' then redis.call('ZADD', KEYS[2], now, ARGV[2]) end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[1])
  return { redis.call('ZCARD', KEYS[2]), now }
`,
);

/**
 * Beats of this process: small writes, with a sign of life of `worker` where one is named. To call what it returns
 * resolves with what Redis said.
 *
 * Workers are counted by their signs of life. CLIENT LIST, by which BullMQ counts them, names those of every database,
 * and managed Redis servers forbid it.
 *
 * How far ahead Redis's clock is comes from the quickest of the last beats, as NTP's clock filter does it (RFC 5905,
 * section 10): one that this process slept through is wrong by half of its sleep.
 */
export function createBeat(client: Redis, { key }: Names, worker = ''): () => Promise<Beat> {
  let clocks: readonly { readonly roundTripMs: number; readonly aheadMs: number }[] = [];
  return async () => {
    const asked = Date.now();
    const [workers = 0, now = 0] = (await run(
      client,
      [key('pulse'), key('workers')],
      [LIFE_MS, worker],
    )) as number[];
    const heard = Date.now();
    const clock = { roundTripMs: heard - asked, aheadMs: Math.round(now - (asked + heard) / 2) };
    clocks = [clock, ...clocks].slice(0, CLOCKS);
    const { aheadMs } = clocks.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best));
    return { workers, aheadMs };
  };
}

/** Takes a worker's sign of life back when it stops. */
export const lastBeat = (client: Redis, { key }: Names, worker: string): Promise<number> =>
  client.zrem(key('workers'), worker);

import { HttpProblem } from '@cpu-bound/service/http/problems';
import type { Redis } from 'ioredis';

/** Redis does not answer. */
export class RedisAway extends HttpProblem {
  override readonly name = 'RedisAway';
  constructor() {
    super({ status: 503, detail: 'Redis is not reachable' }, { 'Retry-After': '1' });
  }
}

/**
 * Runs a command, unless Redis is away: BullMQ would keep each command until its first connection, without a bound.
 *
 * @throws HttpProblem 503 if Redis is away, hangs, or refuses
 */
export async function ask<T>(redis: Redis, command: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') throw new RedisAway();
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // BullMQ's `sizeLimit` has no code.
    if (error.message.includes('exceeds the limit'))
      throw new HttpProblem({ status: 413, detail: 'the input is too large for a job in Redis' });
    if (error.name !== 'ReplyError') throw new RedisAway();
    throw new HttpProblem({ status: 503, detail: 'Redis refuses; see the log' }, { 'Retry-After': '5' });
  }
}

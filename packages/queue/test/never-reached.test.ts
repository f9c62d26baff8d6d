import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { Queue, type QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { createCompute, RedisAway, type RequestQueue } from '../src/compute.ts';
import { failFast } from '../src/redis.ts';

/** Nothing listens on this port, and the system gives it to nobody. */
const NOWHERE = 'redis://127.0.0.1:1';

it('a request that is refused because Redis was never reached leaves no command that waits for Redis', async (t) => {
  const connection = new Redis(NOWHERE, { ...failFast, retryStrategy: () => 500 }).on('error', () => {});
  const queue: RequestQueue = new Queue('never-reached', { connection });
  queue.on('error', () => {});
  const events = new EventEmitter() as QueueEvents; // without Redis there are none
  t.after(() => connection.disconnect());
  const removals = t.mock.method(queue, 'remove').mock; // calls the method itself, too
  const reads = t.mock.method(queue, 'toKey').mock;
  const compute = createCompute(queue, events, connection, { REQUEST_TIMEOUT_MS: 2 } as Parameters<
    typeof createCompute
  >[3]);
  for (let request = 0; request < 10; request++) {
    const options = { signal: new AbortController().signal, deadlineAt: Number.POSITIVE_INFINITY };
    await assert.rejects(compute({}, options), RedisAway);
  }
  assert.equal(removals.callCount() + reads.callCount(), 0);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defined } from '@cpu-bound/workload/defined';
import { startService } from '../../src/host/service-process.ts';
import { contestant } from '../fixtures/contestant.ts';

const echoesItsQueue = {
  ...contestant('echo'),
  folder: import.meta.dirname,
  needs: ['redis'] as const,
  command: [
    'node',
    '-e',
    `process.once('SIGTERM', () => process.exit());
    require('node:http').createServer((request, response) => response.end(process.env.QUEUE_NAME))
      .listen(process.env.PORT, '127.0.0.1');`,
  ] as const,
};

describe('a service that uses Redis', () => {
  it('has a queue of its own, and the same one when it is started again in its place', async () => {
    const options = {
      workload: 'primes',
      workers: 1,
      redisUrl: 'redis://127.0.0.1:1',
      signal: new AbortController().signal,
    };
    const queueOf = async (place?: Parameters<typeof startService>[1]['place']) => {
      const service = await startService(echoesItsQueue, defined({ ...options, place }));
      const queue = await (await fetch(service.origin, { headers: { Connection: 'close' } })).text();
      assert.deepEqual(await service.stop(), []);
      return { queue, ...service };
    };
    const first = await queueOf();
    const other = await queueOf();
    const again = await queueOf(first.place);
    assert.match(first.queue, /^bench-/);
    assert.notEqual(other.queue, first.queue);
    assert.deepEqual([again.queue, again.origin], [first.queue, first.origin]);
  });
});

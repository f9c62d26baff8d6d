import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceContestants } from '../../src/contestants/find.ts';
import { startApart } from '../../src/host/apart.ts';
import { markedProcesses } from '../../src/host/marker.ts';
import { oneOff } from '../../src/host/readiness.ts';

const root = join(import.meta.dirname, '../../../..');
const redisUrl = process.env.REDIS_URL ?? '';

describe('a queue whose API, Redis and workers are apart', {
  skip: redisUrl === '' && 'needs REDIS_URL: run it by `pnpm test`',
}, () => {
  it('answers by its workers, refuses while the API is parted from Redis, and only waits while they are', async () => {
    const queue = (await workspaceContestants(root)).find(({ id }) => id === 'queue') ?? assert.fail();
    const { signal } = new AbortController();
    const service = await startApart(queue, { workload: 'primes', workers: 2, redisUrl, signal }, 1);
    const ask = () => fetch(`${service.origin}/primes?upTo=1000`, { headers: oneOff });
    const part = service.part ?? assert.fail('its parts are apart');
    try {
      const first = await ask();
      assert.equal(first.status, 200);
      const { worker } = (await first.json()) as { worker: { pid: number } };
      assert.notEqual(worker.pid, service.pid);

      await part('partition-api', true);
      let status = 200;
      for (let look = 0; look < 100 && status === 200; look++) {
        status = await Promise.race([ask().then((answer) => answer.status), sleep(1_000, 200)]);
      }
      assert.equal(status, 503);
      await part('partition-api', false);
      for (let look = 0; look < 100 && status !== 200; look++) {
        await sleep(100);
        status = (await ask()).status;
      }
      assert.equal(status, 200);

      await part('partition-workers', true);
      const waiting = ask();
      assert.equal(await Promise.race([waiting, sleep(500, 'no answer')]), 'no answer');
      await part('partition-workers', false);
      assert.equal((await waiting).status, 200);
    } finally {
      assert.deepEqual(await service.stop(), []);
    }
    assert.deepEqual(await markedProcesses(service.mark), []);
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, until } from '@cpu-bound/conformance';
import { startProcess } from './own-process.ts';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

/** Nothing listens on this port, and the system gives it to nobody. */
const NOWHERE = 'redis://127.0.0.1:1';
const SECRET = 'hunter2-secret';
/** Each process has a few connections, and each of them tries again. */
const ATTEMPTS = 20;

/** Counts the passwords that a Redis has refused. */
const refusedAt = async (url: string): Promise<number> =>
  Number(
    /errorstat_WRONGPASS:count=(\d+)/.exec(await talk(url, (client) => client.info('errorstats')))?.[1] ?? 0,
  );

const linesOf = (output: string, words: RegExp) => output.split('\n').filter((line) => words.test(line));

const redis = await ownRedis();

describe('an unusable Redis at the start', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  after(() => redis.end());
  it('is logged once by each process if it does not listen; the service answers that it is alive, and ends at SIGTERM', async (t) => {
    const PORT = `${await freePort()}`;
    const env = { REDIS_URL: NOWHERE, WORKERS: '2', PORT };
    const service = await startProcess(t, 'main.ts', { env, until: /listening/ });
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/primes?upTo=10', '/metrics'].map(
        async (path) => (await fetch(`http://127.0.0.1:${PORT}${path}`)).status,
      ),
    );
    assert.deepEqual(statuses, [200, 503, 503, 200]);
    await until(() => /ECONNREFUSED/.test(service.output()), 'no process logs its Redis');
    await sleep(2_000); // each has tried several times
    await service.end();
    assert.equal(service.child.exitCode, 0, service.output());
    const pids = linesOf(service.output(), /ECONNREFUSED/).map((line) => JSON.parse(line).pid);
    assert.equal(new Set(pids).size, pids.length, service.output());
  });

  for (const module of ['main.ts', 'worker.ts'] as const) {
    it(`is logged once by each process of ${module} if the password is wrong, without the password`, async (t) => {
      const urlOfAll = Object.assign(new URL(redis.url), { password: 'right' }).href;
      await talk(redis.url, (client) => client.config('RESETSTAT'));
      await talk(redis.url, (client) => client.config('SET', 'requirepass', 'right'));
      t.after(() => talk(urlOfAll, (client) => client.config('SET', 'requirepass', '')));
      const env = { REDIS_URL: redis.url, REDIS_PASSWORD: SECRET, WORKERS: '1', LOG_LEVEL: 'trace' };
      const service = await startProcess(t, module, { env, until: /WRONGPASS/ });
      await until(
        async () => (await refusedAt(urlOfAll)) >= ATTEMPTS,
        () => `it tries no ${ATTEMPTS} times: ${service.output()}`,
      );
      await service.end();
      const warnings = linesOf(service.output(), /"level":(?:4|5)0/).filter((line) => /WRONGPASS/.test(line));
      const pids = warnings.map((line) => JSON.parse(line).pid);
      assert.ok(pids.length > 0 && new Set(pids).size === pids.length, service.output());
      assert.doesNotMatch(service.output(), new RegExp(SECRET));
      assert.equal(service.child.exitCode, 0, service.output());
    });
  }
});

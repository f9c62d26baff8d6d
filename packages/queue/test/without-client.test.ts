import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePort, until } from '@cpu-bound/conformance';
import { startProcess } from './own-process.ts';
import { NO_REDIS, ownRedis } from './own-redis.ts';

it('a Redis without CLIENT, as some managed servers are, is used, and a line of the log says what is not known', async (t) => {
  const redis = await ownRedis({ without: 'CLIENT' });
  if (!redis) return t.skip(NO_REDIS);
  t.after(() => redis.end());
  const PORT = `${await freePort()}`;
  const env = { REDIS_URL: redis.url, WORKERS: '1', PORT };
  const service = await startProcess(t, 'main.ts', { env, until: /listening/ });
  const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
  await until(
    async () => (await get('/readyz')).ok,
    () => `it is never ready: ${service.output()}`,
  );
  const { status } = await get('/primes?upTo=10');
  assert.equal(status, 200, service.output());
  assert.match(await (await get('/metrics')).text(), /^queue_workers(?:\{.*\})? 1$/m);
  assert.equal(service.output().match(/this Redis has no CLIENT LIST/g)?.length, 1, service.output());
});

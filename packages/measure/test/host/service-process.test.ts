import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { defined } from '@cpu-bound/workload/defined';
import { nameVariables } from '../../src/host/known-environment.ts';
import { deathBy, startService } from '../../src/host/service-process.ts';
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

const echoesItsEnvironment = {
  ...contestant('echo'),
  folder: import.meta.dirname,
  env: { FROM_ITS_MANIFEST: 'a', NAMED: 'by its manifest' },
  command: [
    'node',
    '-e',
    `process.once('SIGTERM', () => process.exit());
    require('node:http').createServer((request, response) => response.end(JSON.stringify(process.env)))
      .listen(process.env.PORT, '127.0.0.1');`,
  ] as const,
};

it('the environment of a service has the variables of its manifest and of --env, those of path and language, and no others of the shell', async (t) => {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  Object.assign(process.env, { MAX_PENDING: '10', NODE_OPTIONS: '--no-warnings', LC_TIME: 'C', TZ: '' });
  nameVariables({ NAMED: 'by --env', UV_THREADPOOL_SIZE: '7' });
  const { signal } = new AbortController();
  const service = await startService(echoesItsEnvironment, { workload: 'primes', signal });
  const env = JSON.parse(await (await fetch(service.origin, { headers: { Connection: 'close' } })).text());
  assert.deepEqual(await service.stop(), []);
  const { MAX_PENDING, NODE_OPTIONS, TZ, LC_TIME, FROM_ITS_MANIFEST, NAMED, UV_THREADPOOL_SIZE } = env;
  assert.deepEqual(
    { MAX_PENDING, NODE_OPTIONS, TZ, LC_TIME, FROM_ITS_MANIFEST, NAMED, UV_THREADPOOL_SIZE },
    {
      MAX_PENDING: undefined,
      NODE_OPTIONS: undefined,
      TZ: undefined,
      LC_TIME: 'C',
      FROM_ITS_MANIFEST: 'a',
      NAMED: 'by --env',
      UV_THREADPOOL_SIZE: '7',
    },
  );
  assert.ok(env.PATH.endsWith(before.PATH ?? ''));
  assert.equal(env.HOME, before.HOME);
});

it('a service that uses Redis has a queue of its own, and keeps it after a restart in the same place', async () => {
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

it('a service that ends has died by itself, unless SIGKILL ended it or the program of its shell, which is named with the kernel’s reason', () => {
  const reasons = ([0, 3, 'SIGSEGV', 'SIGTERM', 'SIGKILL', 137] as const).map(
    (by) => deathBy(by, false).reason,
  );
  assert.deepEqual(reasons, ['died', 'died', 'died', 'died', 'harmed', 'harmed']);
  assert.equal(deathBy(3, true).message, 'its process ended with exit code 3');
  assert.match(deathBy('SIGKILL', false).message, /SIGKILL, which the bench did not send$/);
  assert.match(deathBy('SIGKILL', true).message, /because the memory was full$/);
});

it('a service that another process kills is harmed, and one that the bench stops is not', async (t) => {
  const start = async () => {
    const service = await startService(echoesItsEnvironment, {
      workload: 'primes',
      signal: new AbortController().signal,
    });
    t.after(() => service.kill());
    return service;
  };
  const [killed, stopped] = [await start(), await start()];
  process.kill(killed.pid, 'SIGKILL');
  await once(killed.died, 'abort');
  assert.equal(killed.died.reason.reason, 'harmed');
  await Promise.all([killed.stop(), stopped.stop()]);
  assert.ok(!stopped.died.aborted);
});

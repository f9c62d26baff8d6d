import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, endContestant, json, metric, send, startContestant } from '@cpu-bound/conformance';

const ANSWERED = /^http_requests_total\{route="\/primes",status="200"\}/;

it('keeps what a fork has counted when it dies', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), { LOG_LEVEL: 'silent' });
  const counted = async () => metric((await send(service.origin, '/metrics')).body, ANSWERED);
  try {
    let pid = 0;
    for (let asked = 0; asked < 20; asked++)
      pid = json(await send(service.origin, '/primes?upTo=10')).worker.pid;
    let answered = 20;
    for (let killed = 0; killed < 2; killed++) {
      assert.equal(await counted(), answered, 'what is known when it dies');
      const dead = pid;
      process.kill(dead, 'SIGKILL');
      // Until the primary has seen it, and started another.
      while ((await ask(`${service.origin}/readyz`)).outcome !== 200 || pid === dead) {
        await sleep(50);
        const reply = await send(service.origin, '/primes?upTo=10').catch(() => undefined);
        if (!reply) continue;
        answered++;
        pid = json(reply).worker.pid;
      }
    }
    assert.equal(await counted(), answered);
  } finally {
    await endContestant(service);
  }
});

it('tells a share as a share, however many forks there are', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), { WORKERS: '4' });
  try {
    await Promise.all(Array.from({ length: 40 }, () => send(service.origin, '/primes?upTo=500000')));
    const share = metric((await send(service.origin, '/metrics')).body, /^nodejs_eventloop_utilization /);
    assert.ok(share >= 0 && share <= 1, String(share));
  } finally {
    await endContestant(service);
  }
});

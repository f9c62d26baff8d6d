import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, json, metric, send, startContestant } from '@cpu-bound/conformance';

const ANSWERED = /^http_requests_total\{route="\/primes",status="200"\}/;

it('keeps what a fork has counted when it dies', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), { LOG_LEVEL: 'silent' });
  const counted = async () => metric((await send(service.origin, '/metrics')).body, ANSWERED);
  try {
    let pid = 0;
    for (let asked = 0; asked < 20; asked++)
      pid = json(await send(service.origin, '/primes?upTo=10')).worker.pid;
    const before = await counted();
    assert.equal(before, 20);
    for (let killed = 0; killed < 2; killed++) {
      process.kill(pid, 'SIGKILL');
      await sleep(300);
      pid = json(await send(service.origin, '/primes?upTo=10')).worker.pid;
    }
    assert.equal(await counted(), 22);
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

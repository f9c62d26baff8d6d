import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, json, metric, type Started, send, startContestant } from '@cpu-bound/conformance';

let folder: string;
let service: Started;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leaving-'));
  writeFileSync(join(folder, 'begun'), '');
  service = await startContestant(join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/held.ts'),
    HELD_LOG: join(folder, 'begun'),
    HELD_UNTIL: join(folder, 'open'),
  });
});
after(async () => {
  await endContestant(service);
  rmSync(folder, { recursive: true });
});

const begun = () => readFileSync(join(folder, 'begun'), 'utf8').split('\n').slice(0, -1);
const pending = async () => metric((await send(service.origin, '/metrics')).body, /^requests_pending /);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}

/** Sends a task that is held, and leaves when the service has accepted it. */
async function askAndLeave(name: string): Promise<void> {
  const sent = request(`${service.origin}/primes?upTo=10&name=${name}`);
  sent.on('error', () => {});
  sent.end();
  await until(async () => (await pending()) === 1);
  if (begun().length === 0) await until(() => begun().length === 1);
  sent.destroy();
  await until(async () => (await pending()) === 0);
}

it('computes no waiting task of a client that left, even while the running one has no client either', async () => {
  await askAndLeave('first');
  for (let index = 0; index < 5; index++) await askAndLeave(`leaves-${index}`);
  const stays = send(service.origin, '/primes?upTo=10&name=stays');
  await until(async () => (await pending()) === 1);
  writeFileSync(join(folder, 'open'), '');
  assert.equal(json(await stays).count, 4);
  assert.deepEqual(begun(), ['first', 'stays']);
});

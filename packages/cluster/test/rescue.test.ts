import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, endContestant, json, type Started, send, startContestant } from '@cpu-bound/conformance';

/** How long the primary gets to deal a connection to a fork that does not move. */
const DEALT_MS = 100;

describe('a fork that dies before it takes the connection dealt to it', () => {
  let service: Started;
  before(async () => {
    service = await startContestant(join(import.meta.dirname, '..'), { LOG_LEVEL: 'silent' });
  });
  after(() => endContestant(service));

  async function forks(): Promise<number[]> {
    const pids = new Set<number>();
    while (pids.size < 2) {
      const reply = await send(service.origin, '/primes?upTo=10').catch(() => undefined);
      if (reply?.status === 200) pids.add(json(reply).worker.pid);
    }
    return [...pids];
  }

  it('costs that connection nothing while another fork serves', async () => {
    const [dying = 0, other = 0] = await forks();
    for (const pid of [dying, other]) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 4 }, () => ask(`${service.origin}/primes?upTo=10`));
    await sleep(DEALT_MS);
    process.kill(dying, 'SIGKILL');
    process.kill(other, 'SIGCONT');
    for (const { outcome } of await Promise.all(answers)) assert.equal(outcome, 200);
  });

  it('closes it where no other fork serves, and does not let it hang', async () => {
    const pids = await forks();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 4 }, () => ask(`${service.origin}/primes?upTo=10`));
    await sleep(DEALT_MS);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    for (const { outcome } of await Promise.all(answers))
      assert.ok(outcome === 200 || outcome === 'ECONNRESET', String(outcome));
  });
});

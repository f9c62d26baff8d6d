import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './answers.ts';
import { type Place, serviceOf, startForTest } from './contestant.ts';
import { computed, send, sendUntilTaken } from './requests.ts';
import { untilGone } from './until.ts';

/** Tests the conditions under which the bench can measure a contestant, in any language. */
export function measurable(folder: Place): void {
  describe('a measurable contestant', () => {
    const service = serviceOf(folder);
    const origin = () => service().origin;
    it('answers 200 on /readyz at its HOST and PORT', async () => {
      assert.equal((await send(origin(), '/readyz')).status, 200);
    });
    it('answers /hello, which does no work', async () => {
      assert.equal((await send(origin(), '/hello')).status, 200);
    });
    answers(origin);
    it('keeps a connection open after an answer (keep-alive)', async () => {
      const first = await send(origin(), '/hello', 'GET', { connection: 'keep-alive' });
      assert.notEqual(first.headers.connection, 'close');
    });
    it('answers an unusable input with a client error', async () => {
      const { status } = await send(origin(), '/primes?upTo=none');
      assert.ok(status >= 400 && status < 500, `status ${status}`);
    });
  });
  describe('a measurable contestant at its end', () => ends(folder));
}

function ends(folder: Place): void {
  it('exits with 0 within 8 s of SIGTERM', async (t) => {
    const service = await startForTest(t, folder);
    service.child.kill('SIGTERM');
    const exit = await Promise.race([service.ended, sleep(8_000, 'still running', { ref: false })]);
    assert.equal(exit, 0, service.output());
  });
  it('leaves no worker process after SIGTERM', async (t) => {
    const service = await startForTest(t, folder);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => sendUntilTaken(service.origin, '/primes?upTo=10000')),
    );
    const pids = new Set(replies.map((reply) => Number(computed(reply).pid)));
    service.child.kill('SIGTERM');
    await service.ended;
    await untilGone(pids);
  });
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { ask, expected, isResetWhileKept, sample, slow, start, startSlow, until } from './start.ts';

describe('the function, mounted', () => {
  it('answers with the return value of the function', async (context) => {
    const { origin } = await start(context);
    const response = await ask(origin, sample());
    assert.equal(response.status, 200);
    const body = Buffer.from(await response.arrayBuffer());
    const answer: unknown = await expected(sample());
    const { octets } = Object(answer);
    if (octets instanceof Uint8Array) assert.deepEqual(body, Buffer.from(octets));
    else if (`${body}` !== answer)
      assert.deepEqual(JSON.parse(`${body}`), JSON.parse(JSON.stringify(answer)));
  });

  it('answers other requests of the app before many heavy ones that came first', async (context) => {
    const { origin } = await startSlow(context);
    let answered = 0;
    const heavy = Array.from({ length: 20 }, async () => {
      const { status } = await slow(origin, 100);
      answered++;
      return status;
    });
    await fetch(`${origin}/another`);
    assert.ok(answered < heavy.length, 'the other request has waited for all heavy ones');
    assert.deepEqual(new Set(await Promise.all(heavy)), new Set([200]));
  });

  it('refuses requests beyond the limit with 503 and Retry-After', async (context) => {
    const { origin } = await startSlow(context, { MAX_PENDING: '2' });
    const responses = await Promise.all(Array.from({ length: 12 }, () => slow(origin, 300)));
    const refused = responses.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < responses.length, `${refused.length} were refused`);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1');
    for (const { status } of responses) assert.ok([200, 503].includes(status), String(status));
  });

  it('answers 500 to an error of the function, though the error has a status of its own', async (context) => {
    const { origin } = await startSlow(context);
    const response = await slow(origin, -1);
    assert.equal(response.status, 500);
  });

  it('answers 504 at the deadline, and goes on serving', async (context) => {
    const { origin } = await startSlow(context, { REQUEST_TIMEOUT_MS: '400' });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await slow(origin, 300)).status),
    );
    assert.ok(statuses.includes(504), String(statuses));
    await until(async () => (await slow(origin, 1)).status === 200); // a running task is computed to its end
  });

  it('finishes accepted requests after SIGTERM, and exits with 0', async (context) => {
    // The main process of a cluster may have connections that it has not dealt yet.
    const { origin, child } = await startSlow(context, { DRAIN_DELAY_MS: '2000' });
    const exit = once(child, 'exit');
    const accepted = Array.from({ length: 6 }, () => slow(origin, 300));
    await Promise.race(accepted); // the other requests are running or waiting
    child.kill('SIGTERM');
    for (const response of await Promise.all(accepted)) assert.equal(response.status, 200);
    assert.deepEqual(await exit, [0, null]);
  });

  it('breaks no busy connection after SIGTERM, because an answer announces its end', async (context) => {
    const { origin, child } = await startSlow(context, { DRAIN_DELAY_MS: '0' });
    let answered = 0;
    const clients = Array.from({ length: 8 }, () => isResetWhileKept(origin, () => answered++));
    await until(async () => answered >= 3 * clients.length);
    child.kill('SIGTERM');
    assert.deepEqual(new Set(await Promise.all(clients)), new Set([false]));
  });

  it('does not start with an unusable variable, and names it', async (context) => {
    await assert.rejects(start(context, { MAX_PENDING: 'many' }), /MAX_PENDING must be an integer/);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { Compute } from '../src/contract.ts';
import { createAdmission } from '../src/http/admission.ts';
import { createUnread } from '../src/http/unread.ts';
import { paceByHand, until } from './by-hand.ts';
import { type Served, serveApp } from './serving.ts';

const MIB = 2 ** 20;
/** More than the system buffers for a connection. */
const LARGE = 'x'.repeat(24 * MIB);
const worker = { pid: 1, threadId: 0 };

/** A text of 24 MiB for `list=true`, else a short one. */
const compute: Compute = async (input) => ({
  output: { text: input.list ? LARGE : 'short' },
  computeMs: 0,
  worker,
});
const [large, small] = ['/primes?upTo=10&list=true', '/primes?upTo=10'];

/** Asks for a large answer and reads nothing of it but its head. */
async function slowReader(context: TestContext, { origin }: Served): Promise<IncomingMessage> {
  const request = get(`${origin}${large}`, { agent: false });
  request.on('error', () => {}); // its response has it, too
  context.after(() => request.destroy());
  const [response] = await once(request, 'response');
  return response.pause();
}
const status = async ({ origin }: Served, path: string) => {
  const response = await fetch(`${origin}${path}`);
  await response.arrayBuffer();
  return response.status;
};

describe('clients that do not read', () => {
  it('keep nobody else from an answer, and no place, however many they are', async (t) => {
    const admission = createAdmission(3);
    const pace = paceByHand();
    let computed = 0;
    const served = await serveApp(t, {
      admission,
      pace,
      unread: createUnread(50 * MIB, pace),
      compute: async (...parameters) => {
        computed++;
        return compute(...parameters);
      },
    });
    for (let readers = 1; readers <= 6; readers++) {
      await slowReader(t, served);
      await until(() => computed === readers && admission.pending === 0, 'its place is given back');
    }
    assert.equal(await status(served, small), 200);
  });

  it('are cut where another answer needs their memory, after they were seen not to read', async (t) => {
    const pace = paceByHand();
    const served = await serveApp(t, { pace, unread: createUnread(50 * MIB, pace), compute });
    const [older, newer] = [await slowReader(t, served), await slowReader(t, served)];
    // Both are new: they may be about to read.
    assert.equal(await status(served, large), 503);
    pace.looks += 2;
    assert.equal(await status(served, large), 200);
    await assert.rejects(text(older), { code: 'ECONNRESET' });
    assert.ok((await text(newer)).includes(LARGE), 'the other need not be cut');
  });

  it('leave others a problem that has nothing of the answer for which there is no memory', async (t) => {
    const pace = paceByHand();
    const octets = new Uint8Array(24 * MIB);
    const served = await serveApp(t, {
      pace,
      unread: createUnread(30 * MIB, pace),
      compute: async () => ({ output: { octets }, computeMs: 0, worker }),
    });
    assert.ok('x-result' in (await slowReader(t, served)).headers);
    const response = await fetch(`${served.origin}${large}`);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.equal(response.headers.get('x-result'), null);
    assert.match(await response.text(), /wait to be read take all their memory/);
  });

  it('are cut when they are slower than a client may be', async (t) => {
    const pace = paceByHand();
    const served = await serveApp(t, { pace, compute });
    const reader = await slowReader(t, served);
    pace.cutAll();
    await assert.rejects(text(reader), { code: 'ECONNRESET' });
  });

  it('get all of it when they go on', async (t) => {
    const served = await serveApp(t, { compute });
    const reader = await slowReader(t, served);
    assert.equal(await status(served, small), 200);
    assert.equal(Buffer.byteLength(await text(reader)), Number(reader.headers['content-length']));
  });

  it('have nothing counted against the others once they left', async (t) => {
    const pace = paceByHand();
    const served = await serveApp(t, { pace, unread: createUnread(30 * MIB, pace), compute });
    const reader = await slowReader(t, served);
    assert.equal(await status(served, large), 503);
    reader.socket.destroy();
    let seen = 503;
    for (let look = 0; look < 100 && seen === 503; look++) seen = await status(served, large);
    assert.equal(seen, 200);
  });
});

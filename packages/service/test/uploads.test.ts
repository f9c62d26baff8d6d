import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request as send } from 'node:http';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { loadWorkload } from '@cpu-bound/workload';
import { createAdmission } from '../src/http/admission.ts';
import { createUploads } from '../src/http/uploads.ts';
import { paceByHand, until } from './by-hand.ts';
import { type Served, serveApp, wire } from './serving.ts';

const MIB = 2 ** 20;
const workload = await loadWorkload('payload');

/** Bodies of up to 4 MiB, and of 8 MiB together, of which 7 are for large ones. */
async function serve(context: TestContext) {
  const pace = paceByHand();
  const admission = createAdmission(2);
  const uploads = createUploads({ maxBytes: 4 * MIB, mostBytes: 8 * MIB, pace });
  const served = await serveApp(context, { workload, admission, uploads, pace });
  return { ...served, pace, admission };
}

type Begun = { readonly request: ClientRequest; readonly status: Promise<number> };

/** Begins to send a body: says how large it will be, and sends so much of it. */
async function begin({ origin }: Served, size: number, sent: number): Promise<Begun> {
  const request = send(`${origin}/payload?in=${size}&out=1`, {
    method: 'POST',
    headers: { 'content-length': size },
    agent: false,
  });
  const status = once(request, 'response').then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  status.catch(() => {}); // some are given up
  request.flushHeaders();
  if (sent > 0) await new Promise<unknown>((written) => request.write(Buffer.alloc(sent), written));
  return { request, status };
}

const post = async ({ origin }: Served, body: Uint8Array<ArrayBuffer>) => {
  const response = await fetch(`${origin}/payload?in=${body.length}&out=1`, { method: 'POST', body });
  await response.arrayBuffer();
  return response.status;
};
/** Whoever is answered after it has been seen by the service after what came before it. */
const settle = async ({ origin }: Served) => {
  for (let times = 0; times < 3; times++) await (await fetch(`${origin}/hello`)).arrayBuffer();
};

describe('uploads that do not go on', () => {
  it('take no memory and no place by what they announce', async (t) => {
    const served = await serve(t);
    for (let index = 0; index < 20; index++) await begin(served, 4 * MIB, 0);
    await settle(served);
    assert.equal(served.admission.pending, 0);
    assert.equal(await post(served, new Uint8Array(4 * MIB)), 200);
  });

  it('leave memory to small bodies, and have it back to give when their clients leave', async (t) => {
    const served = await serve(t);
    const partial = [await begin(served, 4 * MIB, 3.5 * MIB), await begin(served, 4 * MIB, 3.4 * MIB)];
    await settle(served);
    assert.equal(await post(served, new Uint8Array(1_000)), 200);
    for (const { request } of partial) request.on('error', () => {}).destroy();
    let seen = 503;
    for (let look = 0; look < 100 && seen === 503; look++) seen = await post(served, new Uint8Array(4 * MIB));
    assert.equal(seen, 200);
  });

  it('are ended with 408 when they are slower than a client may be, and free their memory', async (t) => {
    const served = await serve(t);
    const stalled = [await begin(served, 4 * MIB, 3.5 * MIB), await begin(served, 4 * MIB, 3.5 * MIB)];
    await settle(served);
    served.pace.cutAll();
    assert.deepEqual(await Promise.all(stalled.map(({ status }) => status)), [408, 408]);
    assert.equal(await post(served, new Uint8Array(4 * MIB)), 200);
  });
});

describe('uploads that are too much together', () => {
  it('are refused from the newest on, so that the older ones are completed', async (t) => {
    const served = await serve(t);
    const older = await begin(served, 4 * MIB, 3 * MIB);
    await settle(served);
    const newer = await begin(served, 4 * MIB, 3 * MIB);
    await settle(served);
    const newest = await begin(served, 4 * MIB, 2 * MIB);
    assert.equal(await newest.status, 503);
    older.request.end(Buffer.alloc(MIB));
    assert.equal(await older.status, 200);
    newer.request.end(Buffer.alloc(MIB));
    assert.equal(await newer.status, 200);
  });

  it('are refused before they have come where every place is taken', async (t) => {
    const served = await serve(t);
    for (let place = 0; place < 2; place++) served.admission.enter();
    const { status } = await begin(served, 4 * MIB, 0);
    assert.equal(await status, 503);
  });
});

describe('a body', () => {
  it('gets through whole in chunks of one octet', async (t) => {
    const served = await serve(t);
    const request = send(`${served.origin}/payload?in=5000&out=1`, { method: 'POST', agent: false });
    for (let index = 0; index < 5_000; index++) request.write('x');
    request.end();
    const [response] = await once(request, 'response');
    assert.equal(response.statusCode, 200);
    response.resume();
  });

  it('is asked for where its client waits to be, and not where it is refused', async (t) => {
    const served = await serve(t);
    const ask = async (size: number) => {
      const connection = await wire(t, served.server.port);
      connection.socket.write(
        `POST /payload?in=3&out=1 HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: ${size}\r\n\r\n`,
      );
      return connection;
    };
    const taken = await ask(3);
    const [told] = await once(taken.socket, 'data');
    assert.match(told, /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    taken.socket.write('abc');
    assert.match((await taken.answer()).head, /^HTTP\/1\.1 200 /);
    taken.send('/hello'); // the connection is kept
    assert.match((await taken.answer()).body, /world/);
    const refused = await ask(5 * MIB);
    assert.match((await refused.answer()).head, /^HTTP\/1\.1 413 .*connection: close/is);
    await refused.closed;
  });

  it('that its client gives up leaves nothing behind', async (t) => {
    const served = await serve(t);
    const { request } = await begin(served, 4 * MIB, MIB);
    await settle(served);
    request.on('error', () => {}).destroy();
    await until(() => served.admission.pending === 0, 'no place is taken');
    assert.deepEqual(served.unexpected, []);
  });
});

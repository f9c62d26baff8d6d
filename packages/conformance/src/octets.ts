import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtInFile, inputOf, loadWorkload, type Query } from '@cpu-bound/workload';
import { metric } from './answers.ts';
import { type Place, type Started, serviceOf } from './contestant.ts';
import { it } from './contract.ts';
import { computedIn, send } from './requests.ts';
import { until } from './until.ts';

const MAX_BODY_BYTES = 2 ** 20;

const queryOf = (into: number, out: number, as = 'octets') => ({ in: String(into), out: String(out), as });

const postTo = ({ origin }: Started, query: Query, body: Uint8Array | undefined) =>
  fetch(`${origin}/payload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    ...(body && { body: Buffer.from(body) }),
  });

/** Asks again while the service refuses: a slow machine may be overloaded by this test. */
async function answerTo(ask: () => Promise<Response>): Promise<Response> {
  let response: Response | undefined;
  await until(async () => {
    response = await ask();
    return response.status !== 503 || !response.headers.has('retry-after');
  }, 'the service refuses every request');
  assert.ok(response);
  return response;
}

/** Tests a contestant whose manifest declares `octets`: bodies and answers of the workload `payload`. */
export const takesOctets = (folder: Place): void => {
  describe('octets', () => {
    const service = serviceOf(folder, {
      WORKLOAD: builtInFile('payload'),
      MAX_BODY_BYTES: String(MAX_BODY_BYTES),
    });

    it('bodies-whole', async () => {
      const payload = await loadWorkload('payload');
      const sizes = [0, 1, 1_000, 70_000, MAX_BODY_BYTES];
      const queries = sizes.flatMap((size) => [
        queryOf(size, 0),
        queryOf(0, size),
        queryOf(size, size, 'json'),
      ]);
      const ask = async (query: Query) => {
        const response = await answerTo(() => postTo(service(), query, payload.bodyFor?.(query)));
        const body = new Uint8Array(await response.arrayBuffer());
        assert.equal(response.status, 200, Buffer.from(body.subarray(0, 200)).toString());
        const fields = response.headers.get('x-result');
        const { output, computeMs, pid } = computedIn({
          headers: Object.fromEntries(response.headers),
          body: fields ?? Buffer.from(body).toString(),
        });
        assert.ok(computeMs >= 0 && pid > 0);
        assert.ok(
          payload.verify(inputOf(payload, query), fields === null ? output : { ...output, octets: body }),
          JSON.stringify(query),
        );
      };
      await Promise.all([...queries, ...queries, ...queries].map(ask));
    });

    it('body-too-large-413', async () => {
      const tooLarge = MAX_BODY_BYTES + 1;
      const body = new Uint8Array(tooLarge);
      const announced = await postTo(service(), queryOf(tooLarge, 0), body);
      assert.equal(announced.status, 413);
      const { detail } = (await announced.json()) as { detail: string };
      assert.match(detail, new RegExp(`up to ${MAX_BODY_BYTES}`));
      const stream = new Blob([body]).stream();
      const chunked = await fetch(`${service().origin}/payload?in=${tooLarge}&out=0`, {
        method: 'POST',
        body: stream,
        duplex: 'half',
      } as RequestInit);
      assert.equal(chunked.status, 413);
    });
  });
};

const LARGEST = 16 * 2 ** 20;
/** The slow reader below empties the system's buffers many times within this time. */
const STALL_TIMEOUT_MS = 2_000;
const SLOW_MS = 1.5 * STALL_TIMEOUT_MS;

const UPLOAD = 'POST /payload?in=1000&out=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
const UPLOADS = 16;
const READERS = 3;

/** Tests that clients which send or read slowly, or not at all, block no other client. */
export function survivesStallingClients(folder: Place): void {
  describe('stalling clients', () => {
    const service = serviceOf(folder, {
      WORKLOAD: builtInFile('payload'),
      STALL_TIMEOUT_MS: String(STALL_TIMEOUT_MS),
    });
    const isServed = async () =>
      assert.equal((await send(service().origin, '/payload?in=0&out=3')).status, 200);
    const countCut = async () =>
      metric(
        (await send(service().origin, '/metrics')).body,
        /^http_requests_total\{route="\/payload",status="499"\}/,
      );

    it('stalled-uploads-cut', async (t) => {
      const cut = Array.from({ length: UPLOADS }, () => {
        const socket = connect(Number(new URL(service().origin).port), '127.0.0.1').resume();
        t.after(() => socket.destroy());
        socket.on('error', () => {}).write(UPLOAD);
        return new Promise((resolve) => socket.once('close', resolve));
      });
      await isServed();
      await Promise.all(cut);
    });

    it('unread-answers-cut', async (t) => {
      const before = await countCut();
      const readers: IncomingMessage[] = [];
      for (let reader = 0; reader < READERS; reader++) {
        readers.push(await openAnswer(t, service()));
        await isServed();
      }
      await until(async () => (await countCut()) === before + READERS, 'the readers are not cut');
      for (const reader of readers) await assert.rejects(lengthOf(reader), { code: 'ECONNRESET' });
    });

    it('slow-reader-whole', async (t) =>
      assert.equal(await lengthOf(await openAnswer(t, service()), SLOW_MS), LARGEST));
  });
}

/** Asks for a large answer, and does not read it yet. */
async function openAnswer(t: TestContext, { origin }: Started): Promise<IncomingMessage> {
  const request = get(`${origin}/payload?in=0&out=${LARGEST}`, { agent: false });
  t.after(() => request.destroy());
  request.on('error', () => {}); // its response has the same error
  const [response] = await once(request, 'response');
  assert.equal(response.statusCode, 200);
  return response.pause();
}

/** Reads an answer to its end, evenly over `overMs`. */
async function lengthOf(response: IncomingMessage, overMs = 0): Promise<number> {
  const began = performance.now();
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    const aheadMs = began + (overMs * length) / LARGEST - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
  }
  return length;
}

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { builtInFile, inputOf, loadWorkload, type Query } from '@cpu-bound/workload';
import { computedIn } from './computed.ts';
import { type Place, type Started, serviceOf } from './contestant.ts';
import { it } from './sentence.ts';
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

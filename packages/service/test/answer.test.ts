import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Output } from '@cpu-bound/workload';
import { contentOf } from '../src/http/answer.ts';
import { serveApp } from './serving.ts';

const byte = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** Serves a function that returns this value, and asks once. */
async function answerWith(t: TestContext, output: Output, answerType?: string): Promise<Response> {
  const { origin } = await serveApp(t, {
    workload: { name: 'own', parse: () => ({}), run: () => output, ...(answerType && { answerType }) },
    compute: async () => ({ output, computeMs: 1.5, worker: { pid: 12, threadId: 3 } }),
  });
  return fetch(`${origin}/own`);
}

describe('an answer', () => {
  it('is what the function returned; its time and its worker are in a header', async (t) => {
    const returned = { computeMs: 'mine', worker: 'too', rows: [1, null] };
    const response = await answerWith(t, returned);
    assert.equal(response.headers.get('server-timing'), 'task;dur=1.5, worker;desc="12/3"');
    assert.equal(response.headers.get('x-result'), null);
    assert.deepEqual(await response.json(), returned);
  });

  for (const [output, type, body] of [
    ['<!DOCTYPE html><p>ä</p>', 'text/html; charset=utf-8', '<!DOCTYPE html><p>ä</p>'],
    ['a < b', 'text/plain; charset=utf-8', 'a < b'],
    [[1, 2], 'application/json; charset=utf-8', '[1,2]'],
    [{ result: 1 }, 'application/json; charset=utf-8', '{"result":1}'],
    [null, 'application/json; charset=utf-8', 'null'],
    [7, 'application/json; charset=utf-8', '7'],
    [false, 'application/json; charset=utf-8', 'false'],
    [{ octets: byte('%PDF-1.7') }, 'application/pdf', '%PDF-1.7'],
    [{ octets: byte('RIFF....WAVE') }, 'application/octet-stream', 'RIFF....WAVE'],
  ] as const)
    it(`of ${JSON.stringify(body)} has the media type ${type}`, async (t) => {
      const response = await answerWith(t, output);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(await response.text(), body);
    });

  it('has the media type of the workload, if that names one', async (t) => {
    const page = await answerWith(t, '<p>part of a page</p>', 'text/html');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const json = await answerWith(t, '{"n":1}', 'application/json');
    assert.deepEqual(await json.json(), { n: 1 });
  });

  it('of octets has its other fields in a header, also characters beyond ASCII', async (t) => {
    const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const response = await answerWith(t, { by: 'Zürich, 東京 🗼\u007f', octets });
    const header = response.headers.get('x-result') ?? '';
    assert.match(header, /^[ -~]+$/);
    assert.deepEqual(JSON.parse(header), { by: 'Zürich, 東京 🗼\u007f' });
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), octets);
  });

  it('of a Date is its text, as it is behind a queue', () =>
    assert.equal(contentOf(new Date(0) as unknown as Output).body, '1970-01-01T00:00:00.000Z'));
});

it('the media type of octets follows from a known signature', () => {
  const start = (text: string) => contentOf({ octets: byte(text) }).type;
  assert.equal(start('%PDF-1.7\n'), 'application/pdf');
  assert.equal(start('\x89PNG\r\n\x1a\n\0\0'), 'image/png');
  assert.equal(start('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg');
  assert.equal(start('RIFF\n\r\0\0WEBPVP8 '), 'image/webp');
  assert.equal(start('PK\x03\x04'), 'application/zip');
  for (const other of ['', '%PD', 'text with %PDF- inside', 'RIFF....WAVE'])
    assert.equal(start(other), 'application/octet-stream', other);
});

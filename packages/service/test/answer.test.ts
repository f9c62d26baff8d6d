import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import express from 'express';
import { answer } from '../src/http/answer.ts';
import { mediaTypeOf } from '../src/http/media-type.ts';

it('sends an answer of octets with its other fields in a header, also characters beyond ASCII', async () => {
  const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
  const rest = { computeMs: 1, worker: { pid: 1, threadId: 0 } };
  const server = express()
    .get('/', (_request, response) =>
      answer(response, { output: { by: 'Zürich, 東京 🗼\u007f', octets }, ...rest }),
    )
    .listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const header = response.headers.get('x-result') ?? '';
    assert.match(header, /^[ -~]+$/);
    assert.deepEqual(JSON.parse(header), { by: 'Zürich, 東京 🗼\u007f', ...rest });
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), octets);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

it('names the media type of octets with a known signature, and octets otherwise', () => {
  const start = (text: string) => mediaTypeOf(Buffer.from(text, 'latin1'));
  assert.equal(start('%PDF-1.7\n'), 'application/pdf');
  assert.equal(start('\x89PNG\r\n\x1a\n\0\0'), 'image/png');
  assert.equal(start('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg');
  assert.equal(start('RIFF\n\r\0\0WEBPVP8 '), 'image/webp');
  assert.equal(start('PK\x03\x04'), 'application/zip');
  for (const other of ['', '%PD', 'text with %PDF- inside', 'RIFF....WAVE'])
    assert.equal(start(other), 'application/octet-stream', other);
});

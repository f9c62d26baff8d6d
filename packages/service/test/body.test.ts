import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { bodyReader } from '../src/http/body.ts';
import { Overloaded } from '../src/http/problems.ts';

const MIB = 2 ** 20;

describe('the bodies of requests that wait', () => {
  const read = bodyReader(200 * MIB);
  const app = express().post('/', async (request, response) => {
    const status = await read(request, response).then(
      () => 200,
      (error) => (error instanceof Overloaded ? 503 : 500),
    );
    response.status(status).set('Connection', 'close').end();
  });
  const server = createServer(app);
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  /** Says how large its body will be, and sends none of it. */
  const announce = (mebibytes: number): ClientRequest => {
    const { port } = server.address() as AddressInfo;
    const request = send({ port, method: 'POST', headers: { 'content-length': mebibytes * MIB } });
    request.on('error', () => {}); // it is given up
    request.flushHeaders();
    return request;
  };
  const statusOf = async (request: ClientRequest): Promise<number> => {
    const [response] = await once(request, 'response');
    response.resume();
    request.destroy();
    return response.statusCode;
  };

  // Of one that is accepted nothing comes: without the bound this would wait for ever.
  it('are refused beyond 256 MiB together, and accepted again when those have gone', {
    timeout: 30_000,
  }, async () => {
    const held = announce(200);
    await once(server, 'request');
    assert.equal(await statusOf(announce(57)), 503);
    held.destroy();
    let status = 503;
    for (let look = 0; look < 100 && status === 503; look++) {
      const small = announce(1);
      small.end(Buffer.alloc(MIB));
      status = await statusOf(small);
    }
    assert.equal(status, 200);
  });
});

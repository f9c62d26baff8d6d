import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort, send, startForTest, until } from '@cpu-bound/conformance';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { readConfig } from '../../../service/src/run/config.ts';
import { nginxConf } from '../src/conf.ts';

const { NGINX_PROGRAM } = process.env;
const skip = NGINX_PROGRAM ? false : 'no nginx here: NGINX_PROGRAM is not set';

describe('nginx in front of single processes', { skip }, () => {
  let home: string;
  before(() => {
    home = mkdtempSync(join(tmpdir(), 'front-'));
  });
  after(() => rmSync(home, { recursive: true }));

  it('does not retry a request that ends its process', async (t) => {
    const log = join(home, 'begun');
    const service = await startForTest(t, join(import.meta.dirname, '..'), {
      WORKERS: '3',
      WORKLOAD: 'poisoned:primes',
      POISON_LOG: log,
      LOG_LEVEL: 'silent',
    });
    assert.equal((await send(service.origin, '/primes?x-poison=exit')).status, 502);
    assert.match(readFileSync(log, 'utf8'), /^poison \d+\/0\n$/);
  });

  it('passes on a body that the service accepts', async (t) => {
    const service = await startForTest(t, join(import.meta.dirname, '..'), { WORKLOAD: 'payload' });
    const size = 2 * 2 ** 20;
    const response = await fetch(`${service.origin}/payload?in=${size}&out=1`, {
      method: 'POST',
      body: Buffer.alloc(size),
    });
    assert.equal(response.status, 200);
  });

  it("sends the client's address, scheme and host, not those that the client claims", async (t) => {
    let seen: IncomingHttpHeaders = {};
    const upstream: Server = createServer(({ headers }, response) => {
      seen = headers;
      response.end();
    }).listen(0, '127.0.0.1');
    t.after(() => {
      upstream.close();
      upstream.closeAllConnections();
    });
    await once(upstream, 'listening');
    const port = await freePort();
    const file = join(home, 'nginx.conf');
    const config = readConfig({ PORT: String(port) });
    writeFileSync(file, nginxConf(config, [(upstream.address() as AddressInfo).port]));
    const nginx = spawn(NGINX_PROGRAM ?? '', ['-e', 'stderr', '-p', home, '-c', file, '-g', 'daemon off;'], {
      stdio: 'ignore',
    });
    const ended = once(nginx, 'exit');
    t.after(async () => {
      nginx.kill('SIGTERM');
      await ended;
    });
    const spoofed = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https', Host: 'example.test' };
    await until(
      () =>
        send(`http://127.0.0.1:${port}`, '/', 'GET', spoofed).then(
          () => true,
          () => false,
        ),
      () => 'nginx does not answer',
    );
    const { 'x-forwarded-for': client, 'x-forwarded-proto': scheme, 'x-forwarded-host': host } = seen;
    assert.deepEqual([client, scheme, host], ['127.0.0.1', 'http', 'example.test']);
  });
});

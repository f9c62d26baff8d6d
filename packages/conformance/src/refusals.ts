import assert from 'node:assert/strict';
import { assertProblem } from './problem.ts';
import { send } from './requests.ts';
import { it } from './sentence.ts';
import { isSoak } from './soak.ts';
import { annoy, exchangeBytes } from './wire.ts';

/** Requests that are wrong, each with what would be right. */
export function refusals(origin: () => string): void {
  const range = 'an integer from 1 to 10000000';
  const bad: [string, string, string][] = [
    ['/primes', 'upTo', range],
    ['/primes?upTo=', 'upTo', range],
    ['/primes?upTo=0', 'upTo', range],
    ['/primes?upTo=10000001', 'upTo', range],
    ['/primes?upTo=1e5', 'upTo', range],
    ['/primes?upTo=-5', 'upTo', range],
    ['/primes?upTo=10&upTo=20', 'upTo', 'one value'],
    ['/primes?upTo[a]=10', 'upTo[a]', 'upTo, list'],
    ['/primes?upTo=10&list=maybe', 'list', 'true or false'],
    ['/primes?upto=10', 'upto', 'upTo, list'],
    ['/primes?upTo=10&__proto__=1', '__proto__', 'upTo, list'],
  ];
  for (const [path, parameter, accepted] of bad) {
    it(`refuses ${path}, naming ${parameter} and what it accepts`, async () => {
      const problem = assertProblem(await send(origin(), path), 400);
      assert.equal(problem.parameter, parameter);
      assert.equal(problem.accepted, accepted);
    });
  }
  it('answers 404 to a route that is not there, and to another spelling of one that is', async () => {
    for (const path of ['/nothing', '/primes/?upTo=10', '/PRIMES?upTo=10', '/hello/'])
      assertProblem(await send(origin(), path), 404);
  });
  it('answers 400 to a target without a path', async () => {
    for (const line of ['GET http://', 'POST http://', 'GET http://['])
      assert.match(
        await exchangeBytes(origin(), `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 400 /,
      );
  });
  it('answers 405 to a wrong method, saying which is right', async () => {
    const reply = await send(origin(), '/primes?upTo=10', 'POST');
    assertProblem(reply, 405);
    assert.match(String(reply.headers.allow), /GET/);
  });
  it('answers a broken escape with a client error', async () => {
    const { status } = await send(origin(), '/%E0%A4%A');
    assert.ok(status === 400 || status === 404, `status ${status}`);
  });
}

/** Connections that ask for nothing sensible. */
const CROWD = isSoak ? 10_000 : 500;

/** Requests that are too large, senseless, or never end. */
export function limits(origin: () => string): void {
  it('answers 414 to a URL that is too long, and a client error to one that is longer than a header may be', async () => {
    assertProblem(await send(origin(), `/primes?upTo=${'1'.repeat(3_000)}`), 414);
    const { status } = await send(origin(), `/primes?upTo=${'1'.repeat(20_000)}`);
    assert.equal(status, 431);
  });
  it('answers 413 to a body, and does not take it for a request', async () => {
    const smuggled = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n';
    const reply = await exchangeBytes(
      origin(),
      `GET /primes?upTo=10 HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    assert.match(reply, /^HTTP\/1\.1 413 /);
    assert.equal(reply.match(/^HTTP\/1\.1 /gm)?.length, 1, reply);
  });
  it('answers bytes that are no HTTP with a client error, and serves on', async () => {
    assert.match(await exchangeBytes(origin(), '\0\u0001 no HTTP\r\n\r\n'), /^HTTP\/1\.1 4\d\d /);
    assert.equal((await send(origin(), '/hello')).status, 200);
  });
  it(`answers /readyz while ${CROWD} connections are slow or senseless`, async () => {
    const crowd = await annoy(origin(), CROWD);
    try {
      for (let look = 0; look < 5; look++) assert.equal((await send(origin(), '/readyz')).status, 200);
    } finally {
      crowd.close();
    }
  });
}

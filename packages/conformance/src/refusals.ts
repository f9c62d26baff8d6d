import assert from 'node:assert/strict';
import { assertProblem } from './problem.ts';
import { send } from './requests.ts';
import { it } from './sentence.ts';
import { isSoak } from './soak.ts';
import { until } from './until.ts';
import { exchangeBytes, openSenselessConnections } from './wire.ts';

const range = 'an integer from 1 to 10000000';
const wrong: readonly (readonly [path: string, parameter: string, accepted: string])[] = [
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

/** The number of slow, idle and senseless connections. */
const CROWD = isSoak ? 3_000 : 500;

/** Tests wrong requests, whose errors name the accepted values, and bytes that are no HTTP. */
export function refusals(origin: () => string): void {
  it('problem-names-parameter', async () => {
    for (const [path, parameter, accepted] of wrong) {
      const problem = assertProblem(await send(origin(), path), 400);
      assert.deepEqual([problem.parameter, problem.accepted], [parameter, accepted], path);
    }
  });
  it('unknown-route-404', async () => {
    for (const path of ['/nothing', '/primes/?upTo=10', '/PRIMES?upTo=10', '/hello/'])
      assertProblem(await send(origin(), path), 404);
  });
  it('wrong-method-405', async () => {
    const reply = await send(origin(), '/primes?upTo=10', 'POST');
    assertProblem(reply, 405);
    assert.match(String(reply.headers.allow), /GET/);
  });
  it('senseless-bytes-4xx', async () => {
    const { status } = await send(origin(), '/%E0%A4%A');
    assert.ok(status === 400 || status === 404, `status ${status}`);
    assert.match(await exchangeBytes(origin(), '\0\u0001 no HTTP\r\n\r\n'), /^HTTP\/1\.1 4\d\d /);
    assert.equal((await send(origin(), '/hello')).status, 200);
  });
  it('senseless-connections', async () => {
    const crowd = await openSenselessConnections(origin(), CROWD);
    try {
      for (let request = 0; request < 5; request++)
        assert.equal((await send(origin(), '/readyz')).status, 200);
      if (!isSoak) return;
      // The UPLOAD_TIMEOUT_MS that the suite sets cuts them after 20 s.
      await until(
        async () => (await send(origin(), '/primes?upTo=10')).status === 200 && crowd.open === 0,
        () => `${crowd.open} connections are not cut`,
      );
    } finally {
      crowd.close();
    }
  });
}

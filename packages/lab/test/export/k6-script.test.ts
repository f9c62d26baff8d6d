import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { onPath } from '@cpu-bound/measure/host/on-path';
import { run } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { type K6Script, k6Script } from '../../src/export/k6-script.ts';

const request = { path: '/primes?upTo=10', share: 1, expected: { upTo: 10, count: 4, largest: 7 } };
const open: K6Script = {
  about: ['Of a run.'],
  origin: 'http://127.0.0.1:3000',
  warmUpSeconds: 1,
  loads: [{ name: 'open-slowest-0_8', seconds: 2, perSecond: 20.5, requests: [request] }],
  thresholds: { checks: ['rate==1'], dropped_iterations: ['count==0'] },
};
const optionsOf = (script: string) => JSON.parse(/options = (\{[\s\S]*?\n\});/.exec(script)?.[1] ?? '');

describe('a script for k6', () => {
  it('sends at a constant rate, in integer requests a minute, after a warm-up at the same rate', () => {
    const { scenarios } = optionsOf(k6Script(open));
    assert.deepEqual(Object.keys(scenarios), ['open-slowest-0_8-warm-up', 'open-slowest-0_8']);
    const { executor, rate, timeUnit, duration, startTime } = scenarios['open-slowest-0_8'];
    assert.deepEqual(
      [executor, rate, timeUnit, duration, startTime],
      ['constant-arrival-rate', 1230, '60s', '2s', '2s'],
    );
  });
  it('has one virtual user for each connection of a closed loop', () => {
    const { scenarios } = optionsOf(
      k6Script({ ...open, loads: [{ name: 'closed', seconds: 2, connections: 50, requests: [request] }] }),
    );
    assert.deepEqual([scenarios.closed.executor, scenarios.closed.vus], ['constant-vus', 50]);
  });
  it('runs one load after the other', () => {
    const [first] = open.loads;
    assert.ok(first);
    const { scenarios } = optionsOf(k6Script({ ...open, loads: [first, { ...first, name: 'other' }] }));
    const ends = Number.parseFloat(scenarios['open-slowest-0_8'].startTime) + 2;
    assert.ok(Number.parseFloat(scenarios['other-warm-up'].startTime) >= ends);
  });
});

const k6 = await onPath('k6');

/** The server answers as the script expects, or with one prime too many. */
describe('k6 itself', { skip: k6 ? false : 'k6 is not on the PATH' }, () => {
  for (const [count, code] of [
    [4, 0],
    [5, 99], // a threshold was crossed
  ] as const) {
    it(`ends with ${code} if the answer has ${count} primes`, async (t) => {
      let asked = 0;
      const server = createServer((_request, response) => {
        asked++;
        response.end(JSON.stringify({ ...request.expected, count, computeMs: 1, worker: { pid: 1 } }));
      }).listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      // A busy machine may drop an iteration, which is no fault of the script.
      const script = k6Script({ ...open, thresholds: { checks: ['rate==1'] } });
      const file = join(temporaryFolder({ 'load.js': script }, t), 'load.js');
      const { port } = server.address() as AddressInfo;
      const args = ['run', '--quiet', '-e', `BASE_URL=http://127.0.0.1:${port}`, file];
      const env = { K6_NO_USAGE_REPORT: 'true' };
      const ended = await run(k6 ?? '', args, { env }).then(
        () => ({ code: 0, stdout: '' }),
        (error) => error,
      );
      assert.equal(ended.code, code, ended.stdout);
      // 61 or 62 requests are due; a late machine sends fewer, or some more at the end.
      assert.ok(asked >= 20 && asked <= 180, `${asked} requests`);
    });
  }
});

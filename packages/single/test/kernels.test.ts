import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { computedIn, send, startForTest } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

for (const kernel of ['wasm', 'sieve'])
  it(`serves the same route and answers with the kernel ${kernel}`, async (t) => {
    const service = await startForTest(t, folder, { WORKLOAD: `primes:${kernel}` });
    const { output, computeMs, pid } = computedIn(await send(service.origin, '/primes?upTo=20&list=true'));
    assert.deepEqual(output, { upTo: 20, count: 8, largest: 19, primes: [2, 3, 5, 7, 11, 13, 17, 19] });
    assert.ok(computeMs >= 0 && pid > 0);
  });

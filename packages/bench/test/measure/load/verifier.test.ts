import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidParameter, primes, type Workload } from '@cpu-bound/workload';
import fc from 'fast-check';
import { createVerifier } from '../../../src/measure/load/verifier.ts';
import digests from '../../fixtures/workloads/digests.ts';

const workload = primes as unknown as Workload;
const verifier = createVerifier(workload, { upTo: '10' });
const verify = (status: number, text: string) => verifier(status, Buffer.from(text));
const right = { upTo: 10, count: 4, largest: 7, computeMs: 0.5, worker: { pid: 12, threadId: 3 } };
const body = (changes: object = {}) => JSON.stringify({ ...right, ...changes });

describe('a verifier', () => {
  it('takes a right answer, with what it says of its computing', () => {
    assert.deepEqual(verify(200, body()), { outcome: 'ok', computeMs: 0.5, worker: '12/3' });
  });

  it('takes 503 for a refusal and any other status for a failure, whatever the body', () => {
    assert.deepEqual(verify(503, body()), { outcome: 'refused' });
    for (const status of [201, 204, 302, 400, 404, 500, 504]) {
      assert.deepEqual(verify(status, body()), { outcome: 'failed' });
    }
  });

  const wrong: [string, string][] = [
    ['a wrong count', body({ count: 5 })],
    ['a field too few', body({ largest: undefined })],
    ['the answer to another request', body({ upTo: 11, count: 5, largest: 11 })],
    ['no computeMs', body({ computeMs: undefined })],
    ['computeMs as text', body({ computeMs: '0.5' })],
    ['no worker', body({ worker: undefined })],
    ['a worker without a pid', body({ worker: {} })],
    ['a body that is cut off', body().slice(0, -5)],
    ['an empty body', ''],
    ['a page', '<html></html>'],
    ['null', 'null'],
    ['a number', '4'],
    ['a list', '[]'],
  ];
  for (const [what, text] of wrong) {
    it(`takes ${what} for wrong, and shows it`, () => {
      const verification = verify(200, text);
      assert.ok(verification.outcome === 'wrong');
      assert.ok(verification.why.endsWith(text), verification.why);
    });
  }

  it('shows the beginning of a long body', () => {
    const verification = verify(200, body({ count: 5, padding: 'x'.repeat(5_000) }));
    assert.ok(verification.outcome === 'wrong' && verification.why.length < 300);
  });

  it('reads an answer of octets, and one of letters beyond ASCII, as they came', () => {
    for (const as of ['octets', 'text']) {
      const { octets, ...fields } = digests.run({ rounds: 3, as, body: digests.bodyFor() });
      const json = JSON.stringify({ ...fields, computeMs: 0.5, worker: right.worker });
      const reads = createVerifier(digests as unknown as Workload, { rounds: '3', as });
      const verification = octets ? reads(200, Buffer.from(octets), json) : reads(200, Buffer.from(json));
      assert.equal(verification.outcome, 'ok', as);
    }
  });

  it('has an outcome for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
        assert.equal(verify(200, text).outcome, 'wrong'),
      ),
    );
  });

  it('takes an answer for wrong that the oracle cannot even read', () => {
    const listing = createVerifier(workload, { upTo: '10', list: 'true' });
    assert.equal(listing(200, Buffer.from(body({ primes: '2357' }))).outcome, 'wrong');
  });

  it('refuses a query that the workload refuses', () => {
    assert.throws(() => createVerifier(workload, { upTo: '0' }), InvalidParameter);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type DataObject, InvalidParameter, primes, type Workload } from '@cpu-bound/workload';
import fc from 'fast-check';
import {
  createVerifier,
  type Verification,
  type Verifier,
  verifierBy,
  verifyBy,
} from '../../src/load/verifier.ts';
import { sparingOracle } from '../../src/own/oracle.ts';
import digests from '../fixtures/workloads/digests.ts';

const workload = primes as unknown as Workload;
const verify = (status: number, text: string) =>
  verifyBy(createVerifier(workload, { upTo: '10' }), { status, body: Buffer.from(text) });
const right = { upTo: 10, count: 4, largest: 7, computeMs: 0.5, worker: { pid: 12, threadId: 3 } };
const body = (changes: object = {}) => JSON.stringify({ ...right, ...changes });

describe('a verifier', () => {
  it('accepts a right answer, with its compute record', () => {
    assert.deepEqual(verify(200, body()), { outcome: 'ok', computeMs: 0.5, worker: '12/3' });
  });

  it('counts 503 and 429 as refusals and any other status as a failure, whatever the body', () => {
    for (const status of [503, 429]) assert.deepEqual(verify(status, body()), { outcome: 'refused' });
    for (const status of [201, 204, 302, 400, 404, 500, 504]) {
      assert.deepEqual(verify(status, body()), { outcome: 'failed', why: `status ${status}` });
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
    it(`counts ${what} as wrong, and shows it`, () => {
      const verification = verify(200, text);
      assert.ok(verification.outcome === 'wrong');
      assert.ok(verification.why.endsWith(text), verification.why);
    });
  }

  it('names the encoding of an answer that came encoded unasked', () => {
    const answer = { status: 200, encoding: 'gzip', body: gzipSync(body()) };
    const answered = verifyBy(createVerifier(workload, { upTo: '10' }), answer);
    assert.deepEqual(answered, {
      outcome: 'wrong',
      why: 'encoded by gzip, which the request did not accept',
    });
  });

  it('shows the beginning of a long body', () => {
    const verification = verify(200, body({ count: 5, padding: 'x'.repeat(5_000) }));
    assert.ok(verification.outcome === 'wrong' && verification.why.length < 300);
  });

  it('reads an answer of octets, and one with letters beyond ASCII', () => {
    for (const as of ['octets', 'text']) {
      const { octets, ...fields } = digests.run({ rounds: 3, as, body: digests.bodyFor() });
      const json = JSON.stringify({ ...fields, computeMs: 0.5, worker: right.worker });
      const answer = octets ? { body: Buffer.from(octets), result: json } : { body: Buffer.from(json) };
      const asked = { rounds: '3', as };
      const verifier = createVerifier(digests as unknown as Workload, asked);
      const { outcome } = verifyBy(verifier, { status: 200, ...answer });
      assert.equal(outcome, 'ok', as);
    }
  });

  it('gives an outcome for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
        assert.equal(verify(200, text).outcome, 'wrong'),
      ),
    );
  });

  it('counts an answer as wrong if the oracle throws at it', () => {
    const answer = { status: 200, body: Buffer.from(body({ primes: '2357' })) };
    assert.equal(verifyBy(createVerifier(workload, { upTo: '10', list: 'true' }), answer).outcome, 'wrong');
  });

  it('refuses a query that the workload refuses', () => {
    assert.throws(() => createVerifier(workload, { upTo: '0' }), InvalidParameter);
  });
});

/** Makes a workload with the given output, which counts the answers that its oracle sees. */
function counting(verify: (output: DataObject) => boolean, took = () => {}) {
  const seen: DataObject[] = [];
  const own = {
    name: 'counting',
    parse: () => ({}),
    run: () => ({}),
    headline: {},
    sizes: [],
    verify(_input: DataObject, output: DataObject) {
      seen.push(output);
      took();
      return verify(output);
    },
  } satisfies Workload;
  return { own, seen };
}

/** Verifies an answer that comes in pieces of this many bytes. */
function inPieces(verifier: Verifier, body: Buffer, size: number, result?: string) {
  const check = verifier();
  for (let at = 0; at < body.length; at += size) check.add(body.subarray(at, at + size));
  return check.end({ status: 200, result });
}

describe('an answer of known bytes', () => {
  const output = { rows: Array.from({ length: 40 }, (_, id) => ({ id, name: `Zürich ${id}` })), sum: 7 };
  const written = (fields: object, computeMs = 1.5, threadId = 0) =>
    Buffer.from(JSON.stringify({ ...fields, computeMs, worker: { pid: 12, threadId } }));
  const isRight = (found: DataObject) => JSON.stringify(found) === JSON.stringify(output);

  it('is right without another call of the oracle, and carries the compute time and the worker', () => {
    const { own, seen } = counting(isRight);
    const verifier = createVerifier(own, {});
    for (const size of [1, 7, 64, 100_000])
      assert.deepEqual(inPieces(verifier, written(output, size, 3), size), {
        outcome: 'ok',
        computeMs: size,
        worker: '12/3',
      });
    assert.equal(seen.length, 1);
  });

  it('is right without another call of the oracle if it was under way when the first was accepted', () => {
    const { own, seen } = counting(isRight);
    const verifier = createVerifier(own, {});
    const checks = Array.from({ length: 5 }, () => verifier());
    for (const check of checks) check.add(written(output));
    for (const check of checks) assert.equal(check.end({ status: 200 }).outcome, 'ok');
    assert.equal(seen.length, 1);
    const late = verifier();
    late.add(written({ ...output, sum: 8 }));
    assert.equal(late.end({ status: 200 }).outcome, 'wrong');
  });

  it('is wrong with another byte anywhere in its output, however it comes', () => {
    const right = written(output);
    const end = right.lastIndexOf(',"computeMs"');
    fc.assert(
      fc.property(
        fc.nat(end - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.integer({ min: 1, max: 999 }),
        (at, by, size) => {
          const { own } = counting(isRight);
          const verifier = createVerifier(own, {});
          assert.equal(inPieces(verifier, right, size).outcome, 'ok');
          const changed = Buffer.from(right);
          changed[at] = (right[at] ?? 0) ^ by;
          assert.equal(inPieces(verifier, changed, size).outcome, 'wrong');
          assert.equal(inPieces(verifier, right, size).outcome, 'ok');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is wrong if it is cut off, continues, or has another field', () => {
    const verifier = createVerifier(counting(isRight).own, {});
    const right = written(output);
    assert.equal(inPieces(verifier, right, 64).outcome, 'ok');
    for (let length = 0; length < right.length; length += 13)
      assert.equal(inPieces(verifier, right.subarray(0, length), 64).outcome, 'wrong');
    const tail = ',"computeMs":1,"worker":{"pid":1,"threadId":0}';
    const before = right.subarray(0, right.lastIndexOf(',"computeMs"')).toString();
    for (const end of [
      `${tail}}x`,
      `${tail},"more":1}`,
      `${tail},"sum":8}`,
      `,"sum":8${tail}}`,
      `${tail}}}`,
      ',"computeMs":1}',
    ])
      assert.equal(inPieces(verifier, Buffer.from(before + end), 64).outcome, 'wrong', end);
    assert.equal(inPieces(verifier, Buffer.from(`${before}${tail}}`), 64).outcome, 'ok');
  });

  it('is parsed each time if its compute record comes first', () => {
    const { own, seen } = counting(isRight);
    const verifier = createVerifier(own, {});
    const about = { computeMs: 1, worker: { pid: 1, threadId: 0 } };
    for (const json of [
      { ...about, ...output },
      { ...about, ...output },
    ])
      assert.equal(inPieces(verifier, Buffer.from(JSON.stringify(json)), 64).outcome, 'ok');
    assert.equal(seen.length, 2);
  });

  it('is not found within a text that resembles its end', () => {
    const tricky = { 'a","computeMs":1,"worker":{"pid":1}}': '"computeMs"', 'b"worker"': 2 };
    const verifier = createVerifier(
      counting((found) => 'b"worker"' in found && Object.keys(found).length === 2).own,
      {},
    );
    for (const threadId of [1, 2])
      assert.deepEqual(inPieces(verifier, written(tricky, 5, threadId), 9), {
        outcome: 'ok',
        computeMs: 5,
        worker: `12/${threadId}`,
      });
  });

  it('may be octets, which are compared one by one, as its other fields are', () => {
    const octets = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 256));
    const { own, seen } = counting(({ octets: found, by }) => by === 'us' && octets.equals(found as Buffer));
    const verifier = createVerifier(own, {});
    const header = (by: string) => written({ by }).toString();
    for (const size of [1, 50, 1_000])
      assert.equal(inPieces(verifier, octets, size, header('us')).outcome, 'ok');
    assert.equal(seen.length, 1);
    assert.equal(inPieces(verifier, octets, 50, header('as')).outcome, 'wrong');
    assert.equal(inPieces(verifier, octets, 50).outcome, 'wrong');
    assert.equal(inPieces(verifier, octets.subarray(1), 50, header('us')).outcome, 'wrong');
    for (let at = 0; at < octets.length; at++) {
      const changed = Buffer.from(octets);
      changed[at] = (octets[at] ?? 0) ^ 1;
      assert.equal(inPieces(verifier, changed, 50, header('us')).outcome, 'wrong', String(at));
    }
  });
});

describe('an answer with its compute record in Server-Timing', () => {
  const timing = 'cdn;dur=3, task;dur=1.5, worker;desc="12/3"';
  const json = 'application/json; charset=utf-8';
  const read = (type: string, body: string, result?: string) => {
    const { own, seen } = counting(() => true);
    const head = { status: 200, type, timing, result };
    const verifier = createVerifier(own, {});
    for (let time = 0; time < 3; time++)
      assert.deepEqual(verifyBy(verifier, { ...head, body: Buffer.from(body) }), {
        outcome: 'ok',
        computeMs: 1.5,
        worker: '12/3',
      });
    assert.equal(seen.length, 1, 'equal bytes are recognised');
    return seen[0];
  };

  it('is read whole: fields of the function with the names of the record are its own', () =>
    assert.deepEqual(read(json, '{"worker":"mine","computeMs":2}'), { worker: 'mine', computeMs: 2 }));

  it('may be any value of JSON, a text, or octets', () => {
    assert.equal(read(json, 'null'), null);
    assert.deepEqual(read('application/ld+json', '[1]'), [1]);
    assert.equal(read('text/html; charset=utf-8', '<p>ä'), '<p>ä');
    assert.deepEqual(read('application/pdf', '%PDF'), { octets: Buffer.from('%PDF') });
    assert.deepEqual(read('image/png', 'PNG', '{"by":1}'), { by: 1, octets: Buffer.from('PNG') });
  });

  it('is wrong if its body is no JSON, or another byte of it or of its fields differs', () => {
    const { own } = counting((output) => isDeepStrictEqual(output, { by: 1, octets: Buffer.from('PNG') }));
    const verifier = createVerifier(own, {});
    const outcome = (type: string, body: string, result?: string) =>
      verifyBy(verifier, { status: 200, type, timing, result, body: Buffer.from(body) }).outcome;
    assert.equal(outcome(json, '<html>'), 'wrong');
    assert.equal(outcome('image/png', 'PNG', '{"by":1}'), 'ok');
    assert.equal(outcome('image/png', 'PNG', '{"by":2}'), 'wrong');
    assert.equal(outcome('image/png', 'PNX', '{"by":1}'), 'wrong');
    assert.equal(outcome('image/png', 'PNGG', '{"by":1}'), 'wrong');
    assert.equal(outcome('image/png', 'PNG'), 'wrong');
  });
});

describe('answers that an oracle elsewhere judges', () => {
  const numbered = (number: number) =>
    Buffer.from(JSON.stringify({ number, computeMs: 1, worker: { pid: 1, threadId: 0 } }));
  const laterOf = (found: Verification) => (found.outcome === 'ok' ? found.later : undefined);

  it('count as right until it has, also those that equal one which it judges', async () => {
    const judgement = Promise.withResolvers<boolean>();
    let asked = 0;
    const verifier = verifierBy(() => {
      asked++;
      return judgement.promise;
    });
    const [first, second] = [inPieces(verifier, numbered(1), 64), inPieces(verifier, numbered(1), 64)];
    assert.deepEqual([first.outcome, second.outcome, asked], ['ok', 'ok', 1]);
    judgement.resolve(false);
    assert.deepEqual([(await laterOf(first))?.outcome, (await laterOf(second))?.outcome], ['wrong', 'wrong']);
  });

  it('are recognised by their bytes once it has accepted one', async () => {
    let asked = 0;
    const verifier = verifierBy(async () => asked++ === 0);
    await laterOf(inPieces(verifier, numbered(1), 64));
    assert.equal(laterOf(inPieces(verifier, numbered(1), 64)), undefined);
    assert.equal((await laterOf(inPieces(verifier, numbered(2), 64)))?.outcome, 'wrong');
    assert.equal(asked, 2);
  });
});

describe('answers that differ from one another', () => {
  const numbered = (number: number) =>
    Buffer.from(JSON.stringify({ number, computeMs: 1, worker: { pid: 1, threadId: 0 } }));
  /** Verifies this number of answers, one every 5 ms, by an oracle that takes `oracleMs`. */
  function outcomes(oracleMs: number, answers: number) {
    let clock = 0;
    const { own, seen } = counting(
      () => true,
      () => {
        clock += oracleMs;
      },
    );
    const verifier = createVerifier(own, {}, () => clock);
    const found = Array.from({ length: answers }, (_, number) => {
      clock += 5;
      return inPieces(verifier, numbered(number), 64);
    });
    return { found, seen: seen.length, tookShare: (seen.length * oracleMs) / clock };
  }

  it('all go to the oracle if it is fast', () => {
    const { found, seen } = outcomes(0.2, 500);
    assert.equal(seen, 500);
    assert.ok(found.every((verification) => verification.outcome === 'ok' && !verification.unchecked));
  });

  it('go to a slow oracle as a sample, and the others are marked as unchecked', () => {
    const { found, seen, tookShare } = outcomes(10, 2_000);
    assert.ok(seen > 10 && tookShare < 0.07, `${seen}, ${tookShare}`);
    assert.equal(
      found.filter((verification) => verification.outcome === 'ok' && verification.unchecked).length,
      2_000 - seen,
    );
    assert.ok(found[0]?.outcome === 'ok' && !found[0].unchecked, 'the first answer was not checked');
  });

  it('all go to an oracle on a machine that stalls meanwhile, because only its CPU time counts', () => {
    let wall = 0;
    const { own } = counting(
      () => false,
      () => {
        wall += 1_000;
      },
    );
    const oracle = sparingOracle(
      own,
      {},
      () => wall,
      () => 0,
    );
    for (let answer = 0; answer < 5; answer++) assert.equal(oracle({ answer }), false);
  });
});

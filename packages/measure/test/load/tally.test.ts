import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Tally } from '../../src/load/tally.ts';
import type { Verification } from '../../src/load/verifier.ts';

const quiet = { generatorCpu: 0, generatorPauseMs: 0 };
const span = { from: 1_000, to: 2_000 };
const ok = (worker = '1/0', computeMs = 5): Verification => ({ outcome: 'ok', computeMs, worker });

const verification: fc.Arbitrary<Verification> = fc.oneof(
  fc.record({
    outcome: fc.constant('ok' as const),
    computeMs: fc.double({ min: 0, max: 100, noNaN: true }),
    worker: fc.constantFrom('1/0', '1/1', '2/0'),
  }),
  fc.constantFrom<Verification>(
    { outcome: 'wrong', why: 'one' },
    { outcome: 'wrong', why: 'other' },
    { outcome: 'refused' },
    { outcome: 'failed', why: 'status 500' },
    { outcome: 'timedOut', why: 'UND_ERR_HEADERS_TIMEOUT' },
  ),
);
const answers = fc.array(
  fc.record({
    verification,
    at: fc.integer({ min: 0, max: 3_000 }),
    latency: fc.integer({ min: 0, max: 500 }),
  }),
);

describe('a tally', () => {
  it('counts each answer once', () => {
    fc.assert(
      fc.property(answers, (answered) => {
        const tally = new Tally(span);
        for (const { verification, at, latency } of answered) tally.end(verification, at, latency);
        const counts = Object.values(tally.result(quiet).accounting);
        const ended = counts.reduce((sum, count) => sum + count, 0);
        assert.equal(ended, answered.length);
      }),
    );
  });

  it('counts right answers inside the window and no others, in bins and by worker too', () => {
    fc.assert(
      fc.property(answers, (answered) => {
        const tally = new Tally(span);
        for (const { verification, at, latency } of answered) tally.end(verification, at, latency);
        const inside = answered.filter(
          ({ verification, at }) => verification.outcome === 'ok' && at >= span.from && at < span.to,
        );
        const { answers: counted, bins, shares, seconds, perSecond } = tally.result(quiet);
        assert.equal(counted, inside.length);
        assert.deepEqual(
          tally.latencies,
          inside.map(({ latency }) => latency),
        );
        const binned = bins.reduce((sum, bin) => sum + bin, 0);
        assert.equal(binned, counted);
        const byWorkers = shares.reduce((sum, share) => sum + share.answers, 0);
        assert.equal(byWorkers, counted);
        assert.deepEqual([seconds, perSecond], [1, counted]);
      }),
    );
  });

  it('accounts for answers before and after the window too', () => {
    const tally = new Tally(span);
    for (const at of [999, 1_000, 1_999, 2_000]) tally.end(ok(), at, 1);
    const { accounting, answers: counted, bins } = tally.result(quiet);
    assert.deepEqual([accounting.ok, counted], [4, 2]);
    assert.deepEqual([bins[0], bins.at(-1)], [1, 1]);
  });

  it('gives the mean time of the kernel, and the answers of each worker', () => {
    const tally = new Tally(span);
    tally.end(ok('1/1', 4), 1_100, 1);
    tally.end(ok('1/2', 8), 1_200, 1);
    tally.end(ok('1/1', 6), 1_300, 1);
    tally.end(ok('1/3', 100), 500, 1);
    const { computeMs, shares, generatorCpu } = tally.result({ ...quiet, generatorCpu: 0.25 });
    assert.equal(computeMs, 6);
    assert.deepEqual(shares, [
      { worker: '1/1', answers: 2 },
      { worker: '1/2', answers: 1 },
    ]);
    assert.equal(generatorCpu, 0.25);
  });

  it('keeps the first wrong answer, even of the lead-in', () => {
    const tally = new Tally(span);
    tally.end({ outcome: 'wrong', why: 'first' }, 10, 1);
    tally.end({ outcome: 'wrong', why: 'second' }, 1_500, 1);
    assert.equal(tally.result(quiet).firstWrong, 'first');
    assert.equal(tally.result(quiet).accounting.wrong, 2);
  });

  it('keeps the reason of the first failure', () => {
    const tally = new Tally(span);
    tally.end({ outcome: 'failed', why: 'UND_ERR_HEADERS_OVERFLOW: Headers Overflow Error' }, 1_100, 1);
    tally.end({ outcome: 'failed', why: 'status 500' }, 1_200, 1);
    assert.equal(tally.result(quiet).firstFailure, 'UND_ERR_HEADERS_OVERFLOW: Headers Overflow Error');
  });

  it('has no answers, no mean and no fault at the beginning', () => {
    const result = new Tally(span).result(quiet);
    assert.deepEqual([result.answers, result.computeMs], [0, 0]);
    assert.ok(!('firstWrong' in result));
  });
});

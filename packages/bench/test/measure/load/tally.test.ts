import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Tally } from '../../../src/measure/load/tally.ts';
import type { Verification } from '../../../src/measure/load/verifier.ts';

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
    { outcome: 'failed' },
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
  it('has fates that add up to what was sent', () => {
    fc.assert(
      fc.property(answers, fc.nat(20), fc.nat(20), fc.nat(20), (given, timedOut, lost, inFlight) => {
        const tally = new Tally(span);
        for (const { verification: one, at, latency } of given) {
          tally.counts.sent++;
          tally.answer(one, at, latency);
        }
        tally.counts.sent += timedOut + lost + inFlight;
        Object.assign(tally.counts, { timedOut, lost, inFlight });
        const { sent, ...fates } = tally.result(0).accounting;
        assert.equal(
          Object.values(fates).reduce((sum, count) => sum + count, 0),
          sent,
        );
      }),
    );
  });

  it('counts right answers inside the window and no others, in bins and by worker too', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const tally = new Tally(span);
        for (const { verification: one, at, latency } of given) tally.answer(one, at, latency);
        const inside = given.filter(
          ({ verification: one, at }) => one.outcome === 'ok' && at >= span.from && at < span.to,
        );
        const { answers: counted, bins, shares, seconds } = tally.result(0);
        assert.equal(counted, inside.length);
        assert.deepEqual(
          tally.latencies,
          inside.map(({ latency }) => latency),
        );
        assert.equal(
          bins.reduce((sum, bin) => sum + bin, 0),
          counted,
        );
        assert.equal(
          shares.reduce((sum, share) => sum + share.answers, 0),
          counted,
        );
        assert.equal(seconds, 1);
      }),
    );
  });

  it('accounts for answers before and after the window too', () => {
    const tally = new Tally(span);
    for (const at of [999, 1_000, 1_999, 2_000]) tally.answer(ok(), at, 1);
    const { accounting, answers: counted, bins } = tally.result(0);
    assert.deepEqual([accounting.ok, counted], [4, 2]);
    assert.deepEqual([bins[0], bins.at(-1)], [1, 1]);
  });

  it('gives the mean time of the kernel, and who answered how much', () => {
    const tally = new Tally(span);
    tally.answer(ok('1/1', 4), 1_100, 1);
    tally.answer(ok('1/2', 8), 1_200, 1);
    tally.answer(ok('1/1', 6), 1_300, 1);
    tally.answer(ok('1/3', 100), 500, 1);
    const { computeMs, shares, generatorCpu } = tally.result(0.25);
    assert.equal(computeMs, 6);
    assert.deepEqual(shares, [
      { worker: '1/1', answers: 2 },
      { worker: '1/2', answers: 1 },
    ]);
    assert.equal(generatorCpu, 0.25);
  });

  it('keeps the first wrong answer, of the lead-in too', () => {
    const tally = new Tally(span);
    tally.answer({ outcome: 'wrong', why: 'first' }, 10, 1);
    tally.answer({ outcome: 'wrong', why: 'second' }, 1_500, 1);
    assert.equal(tally.result(0).firstWrong, 'first');
    assert.equal(tally.result(0).accounting.wrong, 2);
  });

  it('of nothing has no answers, no mean and nothing wrong', () => {
    const result = new Tally(span).result(0);
    assert.deepEqual([result.answers, result.computeMs], [0, 0]);
    assert.ok(!('firstWrong' in result));
  });
});

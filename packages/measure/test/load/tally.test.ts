import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rateOfFew, Tally } from '../../src/load/tally.ts';
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
  it('counts each answer once', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const tally = new Tally(span);
        for (const one of given) tally.answer(one);
        const counts = Object.values(tally.result(quiet).accounting);
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          given.length,
        );
      }),
    );
  });

  it('counts right answers inside the window and no others, in bins and by worker too', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const tally = new Tally(span);
        for (const one of given) tally.answer(one);
        const inside = given.filter(
          ({ verification: one, at }) => one.outcome === 'ok' && at >= span.from && at < span.to,
        );
        const { answers: counted, bins, shares, seconds } = tally.result(quiet);
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
    for (const at of [999, 1_000, 1_999, 2_000]) tally.answer({ verification: ok(), at, latency: 1 });
    const { accounting, answers: counted, bins } = tally.result(quiet);
    assert.deepEqual([accounting.ok, counted], [4, 2]);
    assert.deepEqual([bins[0], bins.at(-1)], [1, 1]);
  });

  it('gives the mean time of the kernel, and the answers of each worker', () => {
    const tally = new Tally(span);
    tally.answer({ verification: ok('1/1', 4), at: 1_100, latency: 1 });
    tally.answer({ verification: ok('1/2', 8), at: 1_200, latency: 1 });
    tally.answer({ verification: ok('1/1', 6), at: 1_300, latency: 1 });
    tally.answer({ verification: ok('1/3', 100), at: 500, latency: 1 });
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
    tally.answer({ verification: { outcome: 'wrong', why: 'first' }, at: 10, latency: 1 });
    tally.answer({ verification: { outcome: 'wrong', why: 'second' }, at: 1_500, latency: 1 });
    assert.equal(tally.result(quiet).firstWrong, 'first');
    assert.equal(tally.result(quiet).accounting.wrong, 2);
  });

  it('has no answers, no mean and no fault at the beginning', () => {
    const result = new Tally(span).result(quiet);
    assert.deepEqual([result.answers, result.computeMs], [0, 0]);
    assert.ok(!('firstWrong' in result));
  });
});

describe('the rate of few answers', () => {
  const close = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual / expected - 1) < 1e-9, `${actual} is not ${expected}`);

  it('counts each worker from its first completion to its last, and ignores tasks that the edges of the window cut', () => {
    // One task takes 300 ms: three or four ends fall into a window of a second, and the rate is the same.
    close(rateOfFew([[1_010, 1_310, 1_610, 1_910]], 300, 1), 10 / 3);
    close(rateOfFew([[1_200, 1_500, 1_800]], 300, 1), 10 / 3);
  });

  it('adds up the workers', () =>
    close(
      rateOfFew(
        [
          [1_000, 1_250, 1_500, 1_750],
          [1_100, 1_600, 1_999, 2_100],
        ],
        250,
        1,
      ),
      4 + 3,
    ));

  it('does not mistake answers that came together for a short task', () => {
    // Two requests of one event loop are answered at once, after both were computed.
    close(rateOfFew([[1_300, 1_301, 1_600, 1_601, 1_900, 1_901]], 300, 1), 4 / 0.601);
  });

  it('is that of the window for a worker with one or two completions', () => {
    close(rateOfFew([[1_500]], 300, 2), 0.5);
    close(rateOfFew([[1_500, 1_501]], 300, 2), 1);
    assert.equal(rateOfFew([], 300, 1), 0);
    assert.equal(rateOfFew([[]], 300, 1), 0);
  });

  it('is the rate of a steady worker, wherever the window begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 0, max: 199 }),
        fc.integer({ min: 3, max: 12 }),
        (taskMs, offset, count) => {
          const ends = Array.from({ length: count }, (_, index) => offset + (index + 1) * taskMs);
          close(rateOfFew([ends], taskMs, (count * taskMs) / 1000), 1000 / taskMs);
        },
      ),
    );
  });

  it('applies to a window of fewer than forty answers; a longer one has the count', () => {
    const rate = (count: number) => {
      const tally = new Tally(span);
      for (let answer = 0; answer < count; answer++)
        tally.answer({ verification: ok('1/0', 20), at: 1_010 + answer * 20, latency: 20 });
      return tally.result(quiet).perSecond;
    };
    close(rate(30), 50);
    assert.equal(rate(45), 45);
  });
});

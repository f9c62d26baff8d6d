import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Interval } from '../../src/stats/interval.ts';
import { latencyMargin, THROUGHPUT_MARGIN, verdict } from '../../src/stats/verdict.ts';

function interval(low: number, estimate: number, high: number): Interval {
  return { estimate, low, high, level: 0.95, n: 10, indicative: false };
}

/** A verdict at ±5 % on a 95 % interval, the 90 % one being the same unless given. */
function judge(ratio: Interval, given: Partial<Parameters<typeof verdict>[0]> = {}) {
  return verdict({ ratio, ratio90: ratio, adjustedP: 0.01, margin: 0.05, higherIsBetter: true, ...given });
}

test('a higher throughput is faster and a higher latency is slower', () => {
  assert.equal(judge(interval(1.08, 1.1, 1.12)), 'faster');
  assert.equal(judge(interval(1.08, 1.1, 1.12), { higherIsBetter: false }), 'slower');
  assert.equal(judge(interval(0.88, 0.9, 0.92)), 'slower');
  assert.equal(judge(interval(0.88, 0.9, 0.92), { higherIsBetter: false }), 'faster');
});

test('a difference shown to be inside the margin is negligible', () => {
  assert.equal(judge(interval(1.01, 1.02, 1.04)), 'negligible');
});

test('a difference whose size may be outside the margin is inconclusive', () => {
  assert.equal(judge(interval(1.01, 1.04, 1.12)), 'inconclusive');
});

test('a difference that does not survive the adjustment is not claimed', () => {
  assert.equal(judge(interval(1.01, 1.2, 1.4), { adjustedP: 0.06 }), 'inconclusive');
  assert.equal(judge(interval(1.01, 1.02, 1.04), { adjustedP: 0.06 }), 'equivalent');
});

test('equivalence goes by the 90 % interval', () => {
  const wide = interval(0.94, 1, 1.06);
  assert.equal(judge(wide, { adjustedP: 1 }), 'inconclusive');
  assert.equal(judge(wide, { adjustedP: 1, ratio90: interval(0.96, 1, 1.04) }), 'equivalent');
});

test('the margin is as wide below 1 as above it, as a ratio', () => {
  assert.equal(judge(interval(0.9525, 0.953, 0.99)), 'negligible');
  assert.equal(judge(interval(0.94, 0.951, 0.99)), 'slower');
});

test('too few rounds give no verdict, however far apart', () => {
  assert.equal(judge({ ...interval(2, 3, 4), n: 5, indicative: true }), 'indicative');
});

test('margins are 5 %, and 10 % from p99 on', () => {
  assert.deepEqual(
    [THROUGHPUT_MARGIN, ...[0.5, 0.95, 0.99, 0.999].map(latencyMargin)],
    [0.05, 0.05, 0.05, 0.1, 0.1],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Interval } from '../src/interval.ts';
import { liesWithin, verdictOf } from '../src/verdict.ts';

function judge(low: number, high: number, given: { higherIsBetter?: boolean; indicative?: boolean } = {}) {
  const { higherIsBetter = true, indicative = false } = given;
  const ratio: Interval = { estimate: (low + high) / 2, low, high, level: 0.95, n: 10, indicative };
  return verdictOf(ratio, { margin: 0.05, higherIsBetter });
}

test('a higher throughput is faster and a higher latency is slower', () => {
  assert.equal(judge(1.08, 1.12), 'better');
  assert.equal(judge(1.08, 1.12, { higherIsBetter: false }), 'worse');
  assert.equal(judge(0.88, 0.92), 'worse');
  assert.equal(judge(0.88, 0.92, { higherIsBetter: false }), 'better');
});

test('an interval inside the margin is equivalent, even if it excludes 1', () => {
  assert.equal(judge(0.96, 1.04), 'equivalent');
  assert.equal(judge(1.01, 1.04), 'equivalent');
});

test('a difference that may exceed the margin is a difference', () => {
  assert.equal(judge(1.01, 1.06), 'better');
});

test('an interval that contains 1 and extends beyond the margin is inconclusive', () => {
  assert.equal(judge(0.99, 1.06), 'inconclusive');
  assert.equal(judge(1, 1.06), 'inconclusive');
  assert.equal(judge(0.5, 2), 'inconclusive');
});

test('the margin is as wide below 1 as above it, as a ratio', () => {
  assert.equal(judge(0.9525, 0.99), 'equivalent');
  assert.equal(judge(0.952, 0.99), 'worse');
  assert.equal(liesWithin({ low: 1 / 1.05, high: 1.05 }, 0.05), true);
});

test('too few rounds give no verdict, however different or alike the arms are', () => {
  assert.equal(judge(2, 4, { indicative: true }), 'inconclusive');
  assert.equal(judge(1, 1, { indicative: true }), 'inconclusive');
});

test('a margin that is not positive is refused', () => {
  assert.throws(() => liesWithin({ low: 1, high: 1 }, 0), /margin must be positive/);
});

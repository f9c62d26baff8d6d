import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Interval, liesWithin, type Verdict, verdictOf } from '../src/verdict.ts';

function judge(low: number, high: number, given: { higherIsBetter?: boolean; indicative?: boolean } = {}) {
  const { higherIsBetter = true, indicative = false } = given;
  const ratio: Interval = { estimate: (low + high) / 2, low, high, level: 0.95, n: 10, indicative };
  return verdictOf(ratio, { margin: 0.05, higherIsBetter });
}

const cases: readonly [string, readonly (readonly [low: number, high: number])[], Verdict][] = [
  [
    'an interval inside the margin is equivalent, even if it excludes 1',
    [
      [0.96, 1.04],
      [1.01, 1.04],
    ],
    'equivalent',
  ],
  [
    'a difference that may exceed the margin is a difference',
    [
      [1.01, 1.06],
      [1.08, 1.12],
    ],
    'better',
  ],
  [
    'an interval that contains 1 and extends beyond the margin is inconclusive',
    [
      [0.99, 1.06],
      [1, 1.06],
      [0.5, 2],
    ],
    'inconclusive',
  ],
];
for (const [title, intervals, verdict] of cases)
  test(title, () => {
    for (const [low, high] of intervals) assert.equal(judge(low, high), verdict, `${low} to ${high}`);
  });

test('a lower latency is better, as a higher throughput is', () => {
  assert.equal(judge(1.08, 1.12, { higherIsBetter: false }), 'worse');
  assert.equal(judge(0.88, 0.92, { higherIsBetter: false }), 'better');
  assert.equal(judge(0.88, 0.92), 'worse');
});

test('the margin is as wide below 1 as above it, as a ratio', () => {
  assert.equal(judge(0.9525, 0.99), 'equivalent');
  assert.equal(judge(0.952, 0.99), 'worse');
  assert.equal(liesWithin({ low: 1 / 1.05, high: 1.05 }, 0.05), true);
});

test('too few rounds give no verdict, however different or alike the arms are', () => {
  assert.equal(judge(2, 4, { indicative: true }), 'not-judged');
  assert.equal(judge(1, 1, { indicative: true }), 'not-judged');
});

test('a margin that is not positive is refused', () => {
  assert.throws(() => liesWithin({ low: 1, high: 1 }, 0), /margin must be positive/);
});

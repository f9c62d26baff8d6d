import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, standardDeviation } from '../src/moments.ts';
import { isPrintable, quantile, samplesBeyond, sortedCopy } from '../src/quantile.ts';

test('quantiles interpolate as R and NumPy do', () => {
  const sorted = [1, 2, 4, 8, 16];
  const at = (p: number) => Math.round(quantile(sorted, p) * 1e12) / 1e12;
  assert.deepEqual([0, 0.1, 0.5, 0.9, 1].map(at), [1, 1.4, 4, 12.8, 16]);
  assert.equal(quantile([3], 0.99), 3);
});

test('quantiles of nothing, or outside [0, 1], are refused', () => {
  assert.throws(() => quantile([], 0.5), RangeError);
  assert.throws(() => quantile([1], 1.1), RangeError);
  assert.throws(() => quantile([1], Number.NaN), RangeError);
});

test('a sorted copy orders by number and leaves its input alone', () => {
  const samples = [10, 9, 1];
  assert.deepEqual(sortedCopy(samples), Float64Array.of(1, 9, 10));
  assert.deepEqual(samples, [10, 9, 1]);
  assert.deepEqual(sortedCopy(Float32Array.of(2, 0.5)), Float64Array.of(0.5, 2));
});

test('a percentile is printable from twenty samples beyond it, whatever the rounding', () => {
  for (const [n, p] of [
    [200, 0.9],
    [400, 0.95],
    [2000, 0.99],
    [20_000, 0.999],
  ] as const) {
    assert.equal(samplesBeyond(n, p), 20);
    assert.ok(isPrintable(n, p));
    assert.ok(!isPrintable(n - 1, p));
  }
});

test('moments of known samples', () => {
  const samples = [2, 4, 4, 4, 5, 5, 7, 9];
  assert.equal(mean(samples), 5);
  assert.ok(Math.abs(standardDeviation(samples) - Math.sqrt(32 / 7)) < 1e-12);
  assert.ok(Math.abs(standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3]) - 1) < 1e-12);
});

test('moments that do not exist are refused', () => {
  assert.throws(() => mean([]), RangeError);
  assert.throws(() => standardDeviation([1]), /at least two/);
});

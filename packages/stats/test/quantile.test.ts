import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carries,
  mean,
  quantile,
  sampleAt,
  sortedCopy,
  standardDeviation,
  summaryOf,
} from '../src/moments.ts';

test('quantiles interpolate as R and NumPy do', () => {
  const sorted = [1, 2, 4, 8, 16];
  const at = (p: number) => Math.round(quantile(sorted, p) * 1e12) / 1e12;
  assert.deepEqual([0, 0.1, 0.5, 0.9, 1].map(at), [1, 1.4, 4, 12.8, 16]);
  assert.equal(quantile([3], 0.99), 3);
});

test('quantiles of no samples, or outside [0, 1], are refused', () => {
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

test('a sample at a percentile is one of the samples, with that share of them at or below it', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const p of [0.07, 0.5, 0.99, 1]) assert.equal(sampleAt(hundred, p), Math.round(100 * p));
  assert.equal(sampleAt([3, 10_000], 0.5), 3);
  assert.equal(sampleAt([3, 10_000], 0.51), 10_000);
});

test('the median needs 4 samples in a window, p90 20, p99 100, and p99.9 1,000', () => {
  for (const [n, p] of [
    [4, 0.5],
    [20, 0.9],
    [100, 0.99],
    [1000, 0.999],
  ] as const)
    assert.deepEqual([carries(n, p), carries(n - 1, p)], [true, false]);
});

test('moments of known samples', () => {
  const samples = [2, 4, 4, 4, 5, 5, 7, 9];
  assert.equal(mean(samples), 5);
  assert.ok(Math.abs(standardDeviation(samples) - Math.sqrt(32 / 7)) < 1e-12);
  assert.ok(Math.abs(standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3]) - 1) < 1e-12);
});

test('impossible moments are refused', () => {
  assert.throws(() => mean([]), RangeError);
  assert.throws(() => standardDeviation([1]), /at least two/);
});

test('a round is the median of its blocks, even if a burst slowed one of them, and needs a block', () => {
  assert.deepEqual([[100, 55, 102], [100, 101, 55, 102], [7]].map(summaryOf), [100, 100.5, 7]);
  assert.throws(() => summaryOf([]), RangeError);
});

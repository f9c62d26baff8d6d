import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { windowMedian } from '../src/location.ts';
import { seededRandom } from '../src/random.ts';

/** 1, 2, … n: each value is its own rank. */
const ranks = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('the median over windows', () => {
  it('lies between the order statistics that tables give for 95 %', () => {
    for (const [n, low, high] of [
      [6, 1, 6],
      [8, 1, 8],
      [9, 2, 8],
      [10, 2, 9],
      [12, 3, 10],
      [20, 6, 15],
      [40, 14, 27],
    ] as const) {
      const found = windowMedian(seededRandom(n).shuffle(ranks(n)));
      assert.deepEqual([found.n, found.low, found.high, found.indicative], [n, low, high, false]);
      assert.ok(found.level >= 0.95, `${n}: ${found.level}`);
      assert.equal(found.estimate, (n + 1) / 2);
    }
  });

  it('attains the level that the binomial distribution gives: 1 − 2 · 11/1024 for ten windows', () =>
    assert.ok(Math.abs(windowMedian(ranks(10)).level - (1 - 22 / 1024)) < 1e-12));

  it('is known within 1.96 · √5000/2 ranks for five thousand windows', () => {
    const { low, high } = windowMedian(ranks(5000));
    assert.ok(Math.abs(high - low - 1.96 * Math.sqrt(5000)) < 2, `${low} to ${high}`);
  });

  it('has the lowest and highest of five windows, which are no interval at 95 %', () => {
    const { low, high, level, indicative } = windowMedian([3, 1, 2, 5, 4]);
    assert.deepEqual([low, high, level, indicative], [1, 5, 0.9375, true]);
  });

  it('is not moved beyond its neighbours by one bad window of ten, however bad', () => {
    const quiet = [18, 19, 20, 20, 21, 22, 22, 23, 26, 27];
    const disturbed = quiet.map((ms, index) => (index === 4 ? 247 : ms));
    assert.deepEqual(
      [quiet, disturbed].map((values) => {
        const { estimate, low, high } = windowMedian(values);
        return [estimate, low, high];
      }),
      [
        [21.5, 19, 26],
        [22, 19, 27],
      ],
    );
  });

  it('is refused for no windows, and for a window without a number', () => {
    assert.throws(() => windowMedian([]), /windowMedian needs at least one/);
    assert.throws(() => windowMedian([1, Number.NaN]), /must be finite/);
  });
});

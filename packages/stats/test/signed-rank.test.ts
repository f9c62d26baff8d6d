import assert from 'node:assert/strict';
import { test } from 'node:test';
import wilcoxon from '@stdlib/stats-wilcoxon';
import fc from 'fast-check';
import { hodgesLehmann, signedRankInterval, signFlipDistribution } from '../src/signed-rank.ts';
import { excludes, observedRange } from '../src/verdict.ts';
import { close, untied } from './arms.ts';
import { depression, differences, maize } from './classic-data.ts';

const depressionChange = differences(depression.before, depression.after);
test('the depression data give the result of wilcox.test(exact, conf.int)', () => {
  assert.ok(close(hodgesLehmann(depressionChange), 0.46));
  const interval = signedRankInterval(depressionChange, 0.95);
  assert.ok(interval && close(interval.low, 0.01) && close(interval.high, 0.786));
  assert.equal(interval.level, 0.9609375);
});

test('the maize data give the same interval at 95 % and 90 % as inverting the test by enumeration', () => {
  assert.deepEqual(signedRankInterval(maize, 0.95), { low: 4, high: 41.5, level: 0.95208740234375 });
  assert.deepEqual(signedRankInterval(maize, 0.9), { low: 8, high: 39.5, level: 0.9053955078125 });
  assert.equal(hodgesLehmann(maize), 25);
});

test('an interval excludes zero exactly if another implementation of the test rejects', () => {
  fc.assert(
    fc.property(untied, fc.constantFrom(0.9, 0.95, 1 - 0.05 / 6), (values, level) => {
      const interval = signedRankInterval(values, level);
      const rejects = wilcoxon(values).pValue < 1 - level;
      if (interval === undefined) return assert.equal(rejects, false);
      assert.ok(interval.level >= level);
      assert.equal(excludes({ ...observedRange(0, values), ...interval }, 0), rejects);
    }),
  );
});

test('the null distribution equals the enumeration of all sign flips', () => {
  const counts = new Float64Array(16);
  for (let flips = 0; flips < 32; flips++) {
    const sum = [1, 2, 3, 4, 5].filter((rank) => (flips >> (rank - 1)) & 1).reduce((a, b) => a + b, 0);
    counts[sum] = (counts[sum] as number) + 1 / 32;
  }
  assert.deepEqual(signFlipDistribution(5), counts);
});

test('shifting the values shifts estimate and interval', () => {
  fc.assert(
    fc.property(untied, fc.integer({ min: -5, max: 5 }), (values, shift) => {
      const moved = values.map((value) => value + shift);
      assert.ok(close(hodgesLehmann(moved), hodgesLehmann(values) + shift));
      const [before, after] = [signedRankInterval(values, 0.95), signedRankInterval(moved, 0.95)];
      assert.ok(
        before && after && close(after.low, before.low + shift) && close(after.high, before.high + shift),
      );
    }),
  );
});

test('no values, values that are not finite, and impossible levels are refused', () => {
  assert.throws(() => hodgesLehmann([]), /at least one round/);
  assert.throws(() => hodgesLehmann([1, Number.NaN]), /round 1 is NaN/);
  assert.throws(() => signedRankInterval([1, 2], 1), /level must lie strictly between 0 and 1/);
});

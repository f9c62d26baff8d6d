import assert from 'node:assert/strict';
import { test } from 'node:test';
import wilcoxon from '@stdlib/stats-wilcoxon';
import fc from 'fast-check';
import { excludes, observedRange } from '../../src/stats/interval.ts';
import { hodgesLehmann, signedRankInterval, signedRankP } from '../../src/stats/signed-rank.ts';
import { close, untied } from './arms.ts';
import { depression, differences, maize, sleep } from './classic-data.ts';

const depressionChange = differences(depression.before, depression.after);
test('the depression data give what wilcox.test(exact, conf.int) gives', () => {
  assert.ok(close(hodgesLehmann(depressionChange), 0.46));
  assert.equal(signedRankP(depressionChange), 0.0390625);
  const interval = signedRankInterval(depressionChange, 0.95);
  assert.ok(interval && close(interval.low, 0.01) && close(interval.high, 0.786));
  assert.equal(interval.level, 0.9609375);
});

test('the maize data give the same interval at 95 % and 90 % as inverting the test by enumeration', () => {
  assert.equal(signedRankP(maize), 0.041259765625);
  assert.deepEqual(signedRankInterval(maize, 0.95), { low: 4, high: 41.5, level: 0.95208740234375 });
  assert.deepEqual(signedRankInterval(maize, 0.9), { low: 8, high: 39.5, level: 0.9053955078125 });
  assert.equal(hodgesLehmann(maize), 25);
});

test('ties and zeros give the p-value of all sign flips, enumerated', () => {
  assert.equal(signedRankP(differences(sleep.first, sleep.second)), 0.00390625);
  assert.equal(signedRankP([1, 1, 2, 2, -1, 3, 3, 0, 4]), 0.03125);
  assert.equal(signedRankP([-1, 1, 2, 2, 2, 5, 5]), 0.046875);
  assert.equal(signedRankP([0, 0, 0]), 1);
});

test('magnitudes that differ by rounding alone are tied', () => {
  assert.equal(signedRankP([0.1 + 0.2, -0.3, 1, 2, 3]), signedRankP([0.3, -0.3, 1, 2, 3]));
});

test('without ties the p-value is that of another implementation', () => {
  fc.assert(
    fc.property(untied, (values) => {
      // Theirs exceeds 1 where both rank sums are equal.
      assert.ok(close(signedRankP(values), Math.min(1, wilcoxon(values).pValue)));
    }),
  );
});

test('95 % needs six rounds and 90 % needs five', () => {
  assert.equal(signedRankInterval([1, 2, 3, 4, 5], 0.95), undefined);
  assert.deepEqual(signedRankInterval([1, 2, 3, 4, 5, 6], 0.95), { low: 1, high: 6, level: 1 - 2 / 64 });
  assert.equal(signedRankInterval([1, 2, 3, 4], 0.9), undefined);
  assert.equal(signedRankInterval([1, 2, 3, 4, 5], 0.9)?.level, 1 - 2 / 32);
});

test('the 95 % interval excludes zero exactly where the test rejects', () => {
  fc.assert(
    fc.property(untied, (values) => {
      const interval = signedRankInterval(values, 0.95);
      assert.ok(interval && interval.level >= 0.95);
      assert.equal(excludes({ ...observedRange(0, values), ...interval }, 0), signedRankP(values) < 0.05);
    }),
  );
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
  assert.throws(() => signedRankP([1, Number.NaN]), /round 1 is NaN/);
  assert.throws(() => signedRankInterval([1, 2], 1), /level must lie strictly between 0 and 1/);
});

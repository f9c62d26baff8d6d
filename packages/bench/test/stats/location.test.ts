import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { location } from '../../src/stats/location.ts';
import { close } from './arms.ts';
import { maize } from './classic-data.ts';

test('values of both signs are located on their own scale', () => {
  assert.deepEqual(location(maize), {
    estimate: 25,
    low: 4,
    high: 41.5,
    level: 0.95208740234375,
    n: 15,
    indicative: false,
  });
});

test('positive values are located on the log scale, where factors are symmetric', () => {
  const found = location([1, 2, 4, 8, 16, 32, 64]);
  assert.ok(close(found.estimate, 8));
  assert.ok(close(found.low * found.high, 64));
  assert.equal(location([1, 2, 4, 8, 16, 32, 64], 0.95, { scale: 'linear' }).estimate, 14);
});

test('too few rounds give their range, marked indicative, with its exact coverage', () => {
  const five = location([3, 1, 5, 2, 4], 0.95, { scale: 'linear' });
  assert.deepEqual(five, { estimate: 3, low: 1, high: 5, level: 1 - 2 / 32, n: 5, indicative: true });
  const one = location([7], 0.95, { scale: 'linear' });
  assert.deepEqual(one, { estimate: 7, low: 7, high: 7, level: 0, n: 1, indicative: true });
});

test('the estimate lies in the interval, and a change of unit changes nothing else', () => {
  const rounds = fc.array(fc.double({ min: 0.01, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rounds, fc.double({ min: 0.001, max: 1000, noNaN: true }), (values, factor) => {
      const [before, after] = [location(values), location(values.map((value) => value * factor))];
      assert.ok(before.low <= before.estimate && before.estimate <= before.high);
      assert.ok(close(after.estimate / factor, before.estimate));
      assert.ok(close(after.low / factor, before.low) && close(after.high / factor, before.high));
    }),
  );
});

test('the logarithm of a value that is not positive is refused, with the remedy', () => {
  assert.throws(() => location([1, 0, 2], 0.95, { scale: 'log' }), /scale: 'linear'/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { location } from '../src/location.ts';
import { close } from './arms.ts';
import { maize } from './classic-data.ts';

const arithmetic = { scale: 'arithmetic' } as const;
const geometric = { scale: 'geometric' } as const;

test('counts and differences are located on the arithmetic scale', () => {
  assert.deepEqual(location(maize, arithmetic), {
    estimate: 25,
    low: 4,
    high: 41.5,
    level: 0.95208740234375,
    n: 15,
    indicative: false,
  });
});

test('times and rates are located on the geometric scale, where factors are symmetric', () => {
  const found = location([1, 2, 4, 8, 16, 32, 64], geometric);
  assert.ok(close(found.estimate, 8));
  assert.ok(close(found.low * found.high, 64));
  assert.equal(location([1, 2, 4, 8, 16, 32, 64], arithmetic).estimate, 14);
});

test('too few rounds give their range, marked indicative, with its exact coverage', () => {
  const five = location([3, 1, 5, 2, 4], arithmetic);
  assert.deepEqual(five, { estimate: 3, low: 1, high: 5, level: 1 - 2 / 32, n: 5, indicative: true });
  const one = location([7], arithmetic);
  assert.deepEqual(one, { estimate: 7, low: 7, high: 7, level: 0, n: 1, indicative: true });
});

test('the estimate lies in the interval, and a change of unit changes nothing else', () => {
  const rounds = fc.array(fc.double({ min: 0.01, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rounds, fc.double({ min: 0.001, max: 1000, noNaN: true }), (values, factor) => {
      const [before, after] = [
        location(values, geometric),
        location(
          values.map((value) => value * factor),
          geometric,
        ),
      ];
      assert.ok(before.low <= before.estimate && before.estimate <= before.high);
      assert.ok(close(after.estimate / factor, before.estimate));
      assert.ok(close(after.low / factor, before.low) && close(after.high / factor, before.high));
    }),
  );
});

test('the scale belongs to the metric, and is not chosen by its values', () => {
  assert.equal(location([1, 2, 3, 4, 5, 6, 70], arithmetic).estimate, 4);
  assert.throws(() => location([1, 0, 2], geometric), /round 1 is 0; \{ scale: 'arithmetic' \}/);
  assert.throws(() => location([1, 2, -3], geometric), RangeError);
});

test('the level is the given one, and 95 % by default', () => {
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.equal(location(rounds, arithmetic).level, 1 - 10 / 256);
  assert.equal(location(rounds, { ...arithmetic, level: 0.99 }).level, 1 - 2 / 256);
});

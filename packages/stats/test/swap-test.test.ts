import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chanceOfSum } from '../src/swap-test.ts';

/** Every pattern of signs written out. */
function counted(differences: readonly number[]): number {
  const observed = differences.reduce((sum, one) => sum + one, 0);
  let asLarge = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce((total, one, index) => total + (signs & (2 ** index) ? -one : one), 0);
    if (sum >= observed) asLarge++;
  }
  return asLarge / 2 ** differences.length;
}

test('the chance is that of all patterns of signs written out', () => {
  const whole = fc.integer({ min: -9, max: 9 });
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 9 }), (differences) => {
      assert.equal(chanceOfSum(differences), counted(differences));
    }),
  );
});

test('eight rounds that all go one way are one pattern of 256, and the other way all of them', () => {
  const differences = [3, 1, 4, 1, 5, 9, 2, 6];
  assert.equal(chanceOfSum(differences), 1 / 256);
  assert.equal(chanceOfSum(differences.map((one) => -one)), 1);
});

test('rounds without a difference are evidence of nothing', () => {
  assert.equal(chanceOfSum([0, 0, 0, 0, 0, 0, 0, 1]), 1 / 2);
});

test('more than twenty rounds are flipped in twenty groups', () => {
  assert.equal(chanceOfSum(Array.from({ length: 45 }, () => 0.1)), 2 ** -20);
});

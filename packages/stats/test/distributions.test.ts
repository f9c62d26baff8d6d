import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalQuantile, studentQuantile } from '../src/distributions.ts';
import { close } from './arms.ts';

/** The functions qnorm and qt of R 4. */
const NORMAL: readonly [p: number, z: number][] = [
  [0.5, 0],
  [0.95, 1.64485362695147],
  [0.975, 1.95996398454005],
  [0.995, 2.5758293035489],
  [0.9999, 3.71901648545568],
];
const STUDENT: readonly [p: number, degrees: number, t: number][] = [
  [0.5, 5, 0],
  [0.975, 1, 12.7062047361747],
  [0.975, 2, 4.30265272974946],
  [0.975, 5, 2.57058183563632],
  [0.975, 9, 2.2621571627982],
  [0.975, 10, 2.22813885198627],
  [0.995, 9, 3.24983554159213],
  [0.975, 30, 2.04227245630124],
  [0.975, 100, 1.98397151852355],
];

test('the quantiles of the normal distribution are those of R', () => {
  for (const [p, z] of NORMAL) assert.ok(close(normalQuantile(p), z), `${p}: ${normalQuantile(p)}`);
});

test('the quantiles of Student’s t distribution are those of R', () => {
  for (const [p, degrees, t] of STUDENT)
    assert.ok(close(studentQuantile(p, degrees), t), `${p}, ${degrees}: ${studentQuantile(p, degrees)}`);
});

test('a quantile of Student’s t falls with the degrees of freedom, and stays above that of the normal distribution', () => {
  const p = fc.double({ min: 0.51, max: 0.9999, noNaN: true });
  fc.assert(
    fc.property(p, fc.integer({ min: 1, max: 200 }), (level, degrees) => {
      const [fewer, more] = [studentQuantile(level, degrees), studentQuantile(level, degrees + 1)];
      assert.ok(fewer > more && more > normalQuantile(level));
    }),
  );
});

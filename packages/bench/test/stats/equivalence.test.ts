import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { equivalence } from '../../src/stats/equivalence.ts';
import { signedRankP } from '../../src/stats/signed-rank.ts';
import { arms, untied } from './arms.ts';

const flat = [100, 100, 100, 100, 100, 100, 100];

test('arms that differ by little in every round are equivalent within the margin', () => {
  const near = [101, 99, 100.5, 99.5, 100.2, 99.7, 100.1];
  assert.equal(equivalence(near, flat, 0.05).equivalent, true);
  assert.equal(equivalence(near, flat, 0.005).equivalent, false);
});

test('arms too noisy to tell are not equivalent', () => {
  assert.equal(equivalence([120, 80, 110, 91, 105, 95, 101], flat, 0.05).equivalent, false);
});

test('four rounds show no equivalence, however alike', () => {
  assert.equal(equivalence([1, 1, 1, 1], [1, 1, 1, 1], 0.05).equivalent, false);
  assert.equal(equivalence([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], 0.05).equivalent, true);
});

test('which arm comes first does not matter', () => {
  fc.assert(
    fc.property(arms, fc.double({ min: 0.01, max: 3, noNaN: true }), ([a, b], margin) => {
      assert.equal(equivalence(a, b, margin).equivalent, equivalence(b, a, margin).equivalent);
    }),
  );
});

test('equivalence means that both one-sided tests reject at 5 %', () => {
  fc.assert(
    fc.property(untied, fc.double({ min: 0.5, max: 5, noNaN: true }), (differences, margin) => {
      const shifted = (by: number) => differences.map((difference) => difference / 4 + by);
      const bound = Math.log1p(margin);
      const [below, above] = [shifted(bound), shifted(-bound)];
      const rejects = signedRankP(below) < 0.1 && signedRankP(above) < 0.1;
      const sided = median(below) > 0 && median(above) < 0;
      const [a, b] = [shifted(0).map(Math.exp), differences.map(() => 1)];
      assert.equal(equivalence(a, b, margin).equivalent, rejects && sided);
    }),
  );
});

test('a margin that is not positive is refused', () => {
  assert.throws(() => equivalence(flat, flat, 0), /margin must be positive/);
});

function median(values: number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] as number) +
      (sorted[Math.floor(sorted.length / 2)] as number)) /
    2
  );
}

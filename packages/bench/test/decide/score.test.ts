import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Relation } from '../../src/decide/relation.ts';
import { scoresOf, type Weighted } from '../../src/decide/score.ts';

const options = ['a', 'b', 'c'];
const figures = options.map((contestant) => ({ contestant }));

/** By places: a lower number is better, the same number is open. */
const ranked = (weight: number, places: Readonly<Record<string, number>>): Weighted => ({
  weight,
  answer: {
    figures: figures.filter(({ contestant }) => contestant in places),
    relate: (one, other): Relation => {
      const [p, q] = [places[one] ?? 0, places[other] ?? 0];
      return p === q ? 'open' : p < q ? 'better' : 'worse';
    },
  },
});
const told = (rows: readonly Weighted[]) =>
  Object.fromEntries(scoresOf(options, rows).map(({ option, score }) => [option, score]));

describe('the score of an option', () => {
  it('is 1 where it beats everybody in everything, and −1 where everybody beats it', () =>
    assert.deepEqual(told([ranked(1, { a: 1, b: 2, c: 3 })]), { a: 1, b: 0, c: -1 }));

  it('counts what is open for nobody', () =>
    assert.deepEqual(told([ranked(1, { a: 1, b: 1, c: 2 })]), { a: 0.5, b: 0.5, c: -1 }));

  it('weighs the needs', () => {
    const rows = [ranked(3, { a: 1, b: 2, c: 2 }), ranked(1, { b: 1, a: 2, c: 2 })];
    const [first] = scoresOf(options, rows);
    assert.equal(first?.option, 'a');
  });

  it('is of those alone that have a figure, and of no need that was not measured or does not count', () => {
    const rows = [ranked(1, { a: 1, b: 2 }), { weight: 1 }, ranked(0, { c: 1, a: 2, b: 2 })];
    assert.deepEqual(told(rows), { a: 1, b: -1, c: 0 });
  });

  it('says by how much it stays ahead whatever comes of what is open', () => {
    const [first, second] = scoresOf(options, [ranked(1, { a: 1, b: 2, c: 2 })]);
    assert.equal(first?.leastAgainst(second?.option ?? ''), 1);
    const [open] = scoresOf(options, [ranked(1, { a: 1, b: 1, c: 2 })]);
    assert.equal(open?.leastAgainst('b'), -1);
  });

  it('adds up to nothing over the options, and lies between −1 and 1', () => {
    const places = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) });
    const rows = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9 }), places).map(([weight, given]) => ranked(weight, given)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(rows, (given) => {
        const scores = scoresOf(options, given);
        assert.ok(Math.abs(scores.reduce((sum, { score }) => sum + score, 0)) < 1e-9);
        assert.ok(scores.every(({ score }) => Math.abs(score) <= 1 + 1e-9));
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chanceOfSoMany } from '../src/distributions.ts';

describe('the chance that a group has at least this many marks', () => {
  it('equals that of Fisher’s lady tasting tea', () => {
    // The lady tasting tea: by chance, she names three or more of the four cups in 17 of 70 cases.
    const chance = chanceOfSoMany({ marked: 3, size: 4 }, { marked: 1, size: 4 });
    assert.ok(Math.abs(chance - 17 / 70) < 1e-12);
  });
  it('is 1 without marks, and 1 ÷ the number of ways if every mark is in one group', () => {
    assert.ok(chanceOfSoMany({ marked: 0, size: 9 }, { marked: 4, size: 9 }) > 1 - 1e-12);
    assert.ok(Math.abs(chanceOfSoMany({ marked: 2, size: 2 }, { marked: 0, size: 2 }) - 1 / 6) < 1e-12);
  });
  it('does not grow with the number of marks in the group', () => {
    const groups = fc.record({
      size: fc.integer({ min: 1, max: 60 }),
      other: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(groups, fc.nat(60), ({ size, other }, total) => {
        const marks = Math.min(total, size, other);
        let last = 1;
        for (let marked = 0; marked <= marks; marked++) {
          const chance = chanceOfSoMany({ marked, size }, { marked: marks - marked, size: other });
          assert.ok(chance >= 0 && chance <= last + 1e-9);
          last = chance;
        }
      }),
    );
  });
  it('refuses more marks than members', () =>
    assert.throws(() => chanceOfSoMany({ marked: 3, size: 2 }, { marked: 0, size: 1 }), /3 of 2/));
});

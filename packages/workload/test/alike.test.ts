import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isAlike, type Output } from '../src/index.ts';

const octets = (size: number): Output => ({ octets: new Uint8Array(size), page: 1 });
const text = (size: number): Output => 'a'.repeat(size);
const list = (size: number): Output => Array.from({ length: size }, () => 1);

describe('answers that differ each time', () => {
  it('are alike if their sizes differ by a tenth of the first, or by 32 octets', () => {
    const sized = fc.constantFrom(octets, text);
    fc.assert(
      fc.property(
        sized,
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        (make, a, b) => {
          assert.equal(isAlike(make(a), make(b)), Math.abs(b - a) <= Math.max(32, a / 10));
        },
      ),
    );
  });

  it('are not alike if one of them is empty', () => {
    for (const make of [octets, text, list]) {
      assert.equal(isAlike(make(2), make(0)), false);
      assert.equal(isAlike(make(0), make(2)), false);
      assert.equal(isAlike(make(0), make(0)), true);
    }
    assert.equal(isAlike({ id: 'a' }, {}), false);
  });

  it('are not alike if they are of two kinds', () => {
    const kinds: Output[] = [octets(9), text(9), list(5), { id: 'abcd' }, 123456789, true, null];
    for (const first of kinds)
      for (const other of kinds) assert.equal(isAlike(first, other), first === other);
  });

  it('may be numbers of any length', () => assert.ok(isAlike(0, Math.PI * 1e-200)));
});

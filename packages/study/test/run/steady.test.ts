import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { steadyFrom } from '../../src/run/trial.ts';

describe('the bin from which throughput is steady', () => {
  it('is the first of a flat window', () => assert.equal(steadyFrom(Array(30).fill(10), 10), 0));
  it('follows the ramp of a cold process', () => {
    const bins = [...Array(10).fill(4), ...Array(20).fill(10)];
    const from = steadyFrom(bins, 10);
    assert.ok(from >= 10 && from <= 14, `bin ${from}`);
  });
  it('follows a late dip, however good the start', () => {
    const bins = [...Array(15).fill(10), ...Array(5).fill(2), ...Array(10).fill(10)];
    assert.ok(steadyFrom(bins, 10) >= 20);
  });
  it('is not delayed by a burst of answers', () => {
    assert.equal(steadyFrom([...Array(5).fill(10), 100, ...Array(20).fill(10)], 10), 0);
  });
  it('never lies outside the window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (bins, level) => {
        const from = steadyFrom(bins, level);
        assert.ok(from >= 0 && from <= bins.length);
      }),
    );
  });
});

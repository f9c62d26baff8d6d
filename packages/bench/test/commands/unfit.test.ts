import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unfitLines } from '../../src/commands/measure.ts';

describe('a machine that is unfit for measuring', () => {
  const load = { id: 'load', fit: false, detail: '1.56 over the last minute', remedy: 'end other programs' };

  it('is named with its remedy, and with what a run is worth that measures anyway', () =>
    assert.match(
      unfitLines([load, { ...load, id: 'cores', fit: true }]).join('\n'),
      /^unfit: load: 1\.56 .* → end other programs\nThe run measures anyway\. .*ratios hold.*figures may be worse/,
    ));

  it('is not spoken of if everything is fit', () =>
    assert.deepEqual(unfitLines([{ ...load, fit: true }]), []));
});

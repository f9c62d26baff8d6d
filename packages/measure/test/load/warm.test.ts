import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWarm } from '../../src/load/reference/warm.ts';

describe('a function', () => {
  it('is warm after two passes that are not faster than those before', () => {
    // Passes of 150 ms of a renderer of Markdown, on a busy machine.
    const passes = [118, 49, 25, 29, 35];
    const warm = passes.map((_, index) => isWarm(passes.slice(0, index + 1)));
    assert.deepEqual(warm, [false, false, false, false, true]);
  });

  it('is warm after three equal passes, because it was never slow', () => {
    assert.deepEqual([isWarm([10]), isWarm([10, 10]), isWarm([10, 10, 10])], [false, false, true]);
  });

  it('is not warm while one of two passes is faster than all before', () => {
    assert.equal(isWarm([40, 20, 30]), false);
    assert.equal(isWarm([40, 30, 20]), false);
  });
});

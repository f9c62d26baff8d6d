import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWarm } from '../../src/load/reference/spec.ts';

describe('a function', () => {
  const whenWarm = (passMs: readonly number[]) =>
    passMs.findIndex((_, index) => isWarm(passMs.slice(0, index + 1))) + 1;

  it('is warm after four passes that are not faster than those before', () =>
    // Passes of 150 ms of a renderer of Markdown, on a busy machine.
    assert.equal(whenWarm([118, 49, 25, 29, 35, 26, 24]), 7));

  it('is warm after five equal passes, because it was never slow', () =>
    assert.equal(whenWarm([10, 10, 10, 10, 10, 10]), 5));

  it('is not warm while one of the last passes is faster than all before', () =>
    assert.equal(whenWarm([40, 40, 40, 40, 20, 40, 40, 40, 40]), 9));
});

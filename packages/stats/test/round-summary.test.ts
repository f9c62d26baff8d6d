import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from '../src/round-summary.ts';

test('a round is the median of its blocks, even if a burst slowed one of them', () => {
  assert.equal(summaryOf([100, 55, 102]), 100);
  assert.equal(summaryOf([100, 101, 55, 102]), 100.5);
  assert.equal(summaryOf([7]), 7);
});

test('blocks keep their order', () => {
  const blocks = [3, 1, 2];
  summaryOf(blocks);
  assert.deepEqual(blocks, [3, 1, 2]);
});

test('a round without blocks is refused', () => {
  assert.throws(() => summaryOf([]), RangeError);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { config } from '@cpu-bound/study/test/config';
import { plan } from '../src/soak/plan.ts';

const blocksOf = (ids: readonly string[], promisedSeconds: number): number => {
  const contestants = ids.map((id) => contestant(id));
  return plan(config({ contestants, profileName: 'soak', promisedSeconds })).sitting?.[0]?.blocks ?? 0;
};
const four = ['single', 'cluster', 'threads', 'queue'];

describe('the windows of a soak', () => {
  it('are 139 for each of four strategies in an hour, and twice as many in two hours', () => {
    assert.equal(blocksOf(four, 3_600), 139);
    assert.equal(blocksOf(four, 7_200), 281);
  });

  it('are more for one strategy, because it has the time for itself', () => {
    assert.ok(blocksOf(['threads'], 3_600) > 3.8 * 139);
  });

  it('are at least one, however short the time is', () => assert.equal(blocksOf(four, 10), 1));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { config } from '@cpu-bound/study/test/config';
import { soak } from '../src/questions/soak.ts';
import { asQuestion, questions } from '../src/questions.ts';
import type { SoakAnalysis } from '../src/soak.ts';
import { everyQuestion } from './fixtures/every-question.ts';

const { plan } = asQuestion(soak);
const blocksOf = (ids: readonly string[], promisedSeconds: number): number => {
  const contestants = ids.map((id) => contestant(id));
  return plan(config({ contestants, profileName: 'soak', promisedSeconds })).sitting?.[0]?.blocks ?? 0;
};
const four = ['single', 'cluster', 'threads', 'queue'];

describe('the windows of a soak', () => {
  it('are 138 for each of four strategies in an hour, and twice as many in two hours', () => {
    assert.equal(blocksOf(four, 3_600), 138);
    assert.equal(blocksOf(four, 7_200), 279);
  });

  it('are more for one strategy, because it has the time for itself', () => {
    assert.ok(blocksOf(['threads'], 3_600) > 3.8 * 138);
  });

  it('are at least one, however short the time is', () => assert.equal(blocksOf(four, 10), 1));
});

it('the p50 of a window is compared with the geometric mean of the others in its block', () => {
  const { scenarios } = analyse(everyQuestion(1, undefined, ['soak']), questions);
  const { each } = scenarios.soak as SoakAnalysis;
  const windows = each.map((one) => one.windows[0] ?? assert.fail(one.contestant));
  assert.equal(windows.length, 3);
  for (const [index, { beside = 0 }] of windows.entries()) {
    const [one, other] = windows.toSpliced(index, 1).map(({ p50 }) => p50);
    assert.ok(Math.abs(beside - Math.sqrt((one ?? 0) * (other ?? 0))) < 1e-9, `${beside}`);
  }
});

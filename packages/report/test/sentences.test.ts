import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comparison, Verdict } from '@cpu-bound/study/model';
import { comparison, facts, interval } from '@cpu-bound/study/test/compared';
import { findings, divided as shownOf } from '../src/tables/sentences.ts';

const contestants = ['a', 'b', 'c'].map((id) => facts(id));
const condition = { input: {}, setting: {} };
const pair = (contestant: string, against: string, verdict: Verdict, estimate = 1) => {
  const ratio = interval(estimate, estimate * 0.9, estimate * 1.1);
  return comparison(contestant, against, verdict, ratio);
};
const findingsOf = (...comparisons: Comparison[]) =>
  findings({ contestants }, { comparisons }, 'throughput', condition, {
    what: 'throughput',
    where: ' at noon',
  });

describe('the sentences about pairs', () => {
  it('name the first, and the factors by which the others are behind', () =>
    assert.deepEqual(
      findingsOf(pair('a', 'b', 'worse', 0.5), pair('c', 'b', 'worse', 0.8), pair('c', 'a', 'better', 1.6)),
      ['In throughput at noon, b is first; a (÷2.00) and c (÷1.25) are behind'],
    ));

  it('say whether several that are first were shown to be equivalent', () => {
    assert.deepEqual(findingsOf(pair('a', 'b', 'equivalent')), [
      'In throughput at noon, a and b are equivalent',
    ]);
    assert.deepEqual(
      findingsOf(pair('a', 'b', 'inconclusive'), pair('a', 'c', 'better', 3), pair('b', 'c', 'better', 2)),
      ['In throughput at noon, no difference was shown between a and b; c (÷3.00) is behind'],
    );
  });

  it('give no verdict on a pair that was not judged', () =>
    assert.deepEqual(findingsOf(pair('b', 'c', 'not-judged', 3)), [{ undecided: 'throughput at noon' }]));

  it('leave peers to their own section', () => {
    const peers = contestants.map((one) => (one.id === 'c' ? { ...one, peerOf: 'b' } : one));
    const comparisons = [pair('a', 'b', 'better', 2), pair('c', 'b', 'better', 2)];
    const what = 'throughput';
    assert.equal(findings({ contestants: peers }, { comparisons }, what, condition, { what }).length, 1);
  });

  it('show two sentences, and fold the others and those without a verdict', () => {
    const few = [{ undecided: 'memory' }, { undecided: 'p99' }];
    const all = 'Too few rounds for a verdict on memory and p99';
    assert.deepEqual(shownOf(['a', ...few, 'b', 'c']), { shown: ['a', 'b'], folded: ['c', all] });
    assert.deepEqual(shownOf(few), { shown: [all], folded: [] });
  });

  it('are absent if nothing was compared', () => assert.deepEqual(findingsOf(), []));
});

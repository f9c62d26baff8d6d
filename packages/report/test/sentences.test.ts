import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comparison, Verdict } from '@cpu-bound/study/model';
import { findings } from '../src/tables/sentences.ts';

const contestants = ['a', 'b', 'c'].map((id) => ({
  id,
  title: id,
  summary: '',
  version: '1',
  workers: true,
}));
const pair = (contestant: string, against: string, verdict: Verdict, estimate = 1, n = 10): Comparison => ({
  ...{ contestant, against, verdict, metric: 'throughput', condition: { input: {}, setting: {} } },
  ratio: { estimate, low: estimate * 0.9, high: estimate * 1.1, level: 0.95, n, indicative: n < 6 },
});
const told = (...comparisons: Comparison[]) =>
  findings({ contestants }, comparisons, { what: 'throughput', where: ' at noon' });

describe('what pairs show', () => {
  it('is a sentence for each that was shown to be better, from its side', () =>
    assert.deepEqual(
      told(pair('a', 'b', 'worse', 0.5), pair('c', 'b', 'worse', 0.8), pair('c', 'a', 'better', 1.6)),
      [
        'b: 2.00× the throughput of a [1.82, 2.22] and 1.25× that of c [1.14, 1.39] at noon',
        'c: 1.60× the throughput of a [1.44, 1.76] at noon',
      ],
    ));

  it('keeps equivalent, inconclusive and too few rounds apart', () =>
    assert.deepEqual(
      told(pair('a', 'b', 'equivalent'), pair('a', 'c', 'inconclusive'), pair('b', 'c', 'better', 3, 2)),
      [
        'Equivalent in throughput at noon: a and b',
        'Inconclusive in throughput at noon: a and c',
        'Too few rounds for a verdict on throughput at noon: 1 pair',
      ],
    ));

  it('leaves peers to their own section', () => {
    const peers = contestants.map((one) => (one.id === 'c' ? { ...one, peerOf: 'b' } : one));
    const found = [pair('a', 'b', 'better', 2), pair('c', 'b', 'better', 2)];
    assert.equal(findings({ contestants: peers }, found, { what: 'throughput' }).length, 1);
  });

  it('is nothing where nothing was compared', () => assert.deepEqual(told(), []));
});

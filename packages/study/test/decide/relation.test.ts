import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opposite, type Verdict } from '@cpu-bound/stats/verdict';
import fc from 'fast-check';
import {
  byComparisons,
  byCounts,
  byIntervals,
  byRounds,
  firstOf,
  inAllRespects,
  inOrder,
} from '../../src/decide/relation.ts';
import { comparison, interval } from '../fixtures/compared.ts';

const held = (contestant: string, low: number, high: number, indicative = false) => ({
  contestant,
  ...interval((low + high) / 2, low, high, { indicative }),
});
const compared = (verdict: Verdict, indicative = false) =>
  comparison('a', 'b', verdict, interval(1.2, 1.1, 1.3, { indicative }));

describe('the relation of two contestants', () => {
  it('follows from the verdict on the pair, from either side', () => {
    const relate = byComparisons([compared('better')]);
    assert.deepEqual([relate('a', 'b'), relate('b', 'a')], ['better', 'worse']);
    assert.equal(byComparisons([compared('inconclusive')])('a', 'b'), 'inconclusive');
    assert.equal(byComparisons([compared('equivalent')])('b', 'a'), 'equivalent');
  });

  it('is unknown for a pair that was not compared, or has too few rounds', () => {
    assert.equal(byComparisons([])('a', 'b'), undefined);
    assert.equal(byComparisons([compared('better', true)])('a', 'b'), undefined);
    assert.equal(byIntervals([held('a', 1, 2, true), held('b', 3, 4)])('a', 'b'), undefined);
  });

  it('is shown by intervals that lie apart, and is open if they touch', () => {
    const relate = byIntervals([held('a', 1, 2), held('b', 2, 4), held('c', 4.1, 5)]);
    const relations = [relate('a', 'b'), relate('a', 'c'), relate('c', 'b')];
    assert.deepEqual(relations, ['inconclusive', 'better', 'worse']);
  });

  it('is equivalent for counts that were the same in every round', () => {
    assert.equal(byIntervals([held('a', 0, 0), held('b', 0, 0)])('a', 'b'), 'equivalent');
    assert.equal(byIntervals([held('a', 0, 0), held('b', 0, 1)])('a', 'b'), 'inconclusive');
    const counts = [byCounts({ a: 1, b: 1 })('a', 'b'), byCounts({ a: 1 })('a', 'b')];
    assert.deepEqual(counts, ['equivalent', undefined]);
  });

  const always = (relation: Verdict | undefined) => () => relation;

  it('in all respects is better only if no respect is worse', () => {
    const together = (...relations: (Verdict | undefined)[]) =>
      inAllRespects(...relations.map(always))('a', 'b');
    assert.equal(together('better', 'inconclusive'), 'better');
    assert.equal(together('better', 'worse'), 'inconclusive');
    assert.equal(together('equivalent', 'inconclusive'), 'inconclusive');
    assert.equal(together('equivalent', undefined), 'equivalent');
    assert.equal(together(undefined, undefined), undefined);
  });

  it('in order looks at the next figure only if the earlier ones are the same', () => {
    assert.equal(inOrder(always('equivalent'), always('worse'))('a', 'b'), 'worse');
    assert.equal(inOrder(always('inconclusive'), always('worse'))('a', 'b'), 'inconclusive');
    assert.equal(inOrder(always('better'), always('worse'))('a', 'b'), 'better');
    assert.equal(firstOf(always(undefined), always('inconclusive'))('a', 'b'), 'inconclusive');
  });

  it('by rounds needs five of each that lie completely apart', () => {
    const rounds = (contestant: string, ...values: number[]) => ({ contestant, rounds: values });
    const few = byRounds([
      rounds('a', 0, 0, 0, 0, 0),
      rounds('b', 3, 1, 2, 2, 9),
      rounds('c', 0, 0, 0, 0, 4),
    ]);
    assert.deepEqual([few('a', 'b'), few('b', 'a'), few('a', 'c')], ['better', 'worse', 'inconclusive']);
    assert.equal(byRounds([rounds('a', 0, 0, 0, 0, 0), rounds('b', 0, 0, 0, 0, 0)])('a', 'b'), 'equivalent');
    assert.equal(byRounds([rounds('a', 0, 0, 0, 0), rounds('b', 1, 1, 1, 1)])('a', 'b'), undefined);
  });

  it('is the opposite from the other side, whatever the intervals', () => {
    const interval = fc.tuple(fc.nat(100), fc.nat(100)).map(([low, width]) => [low, low + width] as const);
    fc.assert(
      fc.property(interval, interval, (one, other) => {
        const relate = byIntervals([held('a', ...one), held('b', ...other)]);
        const [there, back] = [relate('a', 'b'), relate('b', 'a')];
        assert.ok(there && back);
        assert.equal(back, opposite[there]);
      }),
    );
  });
});

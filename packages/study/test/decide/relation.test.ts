import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Interval, opposite, type Verdict } from '@cpu-bound/stats/verdict';
import fc from 'fast-check';
import {
  byComparisons,
  byCounts,
  byIntervals,
  byRounds,
  firstOf,
  inAllRespects,
} from '../../src/decide/need.ts';
import { comparison, interval } from '../fixtures/compared.ts';

const held = (contestant: string, low: number, high: number, changes: Partial<Interval> = {}) => ({
  contestant,
  ...interval((low + high) / 2, low, high, changes),
});
const compared = (verdict: Verdict) => comparison('a', 'b', verdict);

describe('the relation of two contestants', () => {
  it('follows from the verdict on the pair, from either side', () => {
    const relate = byComparisons([compared('better')]);
    assert.deepEqual([relate('a', 'b'), relate('b', 'a')], ['better', 'worse']);
    assert.equal(byComparisons([compared('inconclusive')])('a', 'b'), 'inconclusive');
    assert.equal(byComparisons([compared('equivalent')])('b', 'a'), 'equivalent');
  });

  it('is unknown for a pair that was not compared, and not judged before a look', () => {
    assert.equal(byComparisons([])('a', 'b'), undefined);
    assert.equal(byIntervals([held('a', 1, 2)])('a', 'b'), undefined);
    assert.equal(
      byIntervals([held('a', 1, 2, { indicative: true }), held('b', 3, 4)])('a', 'b'),
      'not-judged',
    );
  });

  it('is judged by no interval before ten rounds, however far the intervals lie apart', () => {
    const rounds = fc.integer({ min: 1, max: 9 });
    const at = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(rounds, rounds, at, at, (n, m, one, other) => {
        const relate = byIntervals([held('a', one, one, { n }), held('b', other, other, { n: m })]);
        assert.equal(relate('a', 'b'), 'not-judged');
      }),
    );
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
    assert.equal(together('equivalent', 'not-judged'), 'not-judged');
    assert.equal(together('better', 'not-judged'), 'better');
  });

  it('is that by the first figures that both have, judged or not', () => {
    assert.equal(firstOf(always(undefined), always('inconclusive'))('a', 'b'), 'inconclusive');
    assert.equal(firstOf(always('not-judged'), always('better'))('a', 'b'), 'not-judged');
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
    assert.equal(byRounds([rounds('a', 0, 0, 0, 0), rounds('b', 1, 1, 1, 1)])('a', 'b'), 'not-judged');
    assert.equal(byRounds([rounds('a', 0, 0, 0, 0)])('a', 'b'), undefined);
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

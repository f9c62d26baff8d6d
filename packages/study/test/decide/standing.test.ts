import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '@cpu-bound/stats/verdict';
import fc from 'fast-check';
import { seenFrom, standingsOf } from '../../src/decide/standing.ts';
import type { PairRelation, Standing } from '../../src/model/decision.ts';
import { interval } from '../fixtures/compared.ts';

const ids = ['a', 'b', 'c'];

/** Pairs by name: `a>b` is the relation of a to b. */
const pairsOf = (named: Readonly<Record<string, Verdict>>): PairRelation[] =>
  Object.entries(named).map(([name, relation]) => {
    const [one = '', other = ''] = name.split('>');
    return { one, other, relation };
  });
const kinds = (named: Readonly<Record<string, Verdict>>, overloaded: readonly string[] = []) =>
  ids.map((id) => standingsOf(ids, pairsOf(named), overloaded)[id]?.kind);

describe('the standing of a strategy', () => {
  const cases: readonly [string, Readonly<Record<string, Verdict>>, readonly Standing['kind'][]][] = [
    [
      'is best if it was shown to be better than every other',
      { 'a>b': 'better', 'a>c': 'better', 'b>c': 'inconclusive' },
      ['best', 'behind', 'behind'],
    ],
    [
      'is not best if one comparison is open, even if all others are beaten',
      { 'a>b': 'inconclusive', 'a>c': 'better', 'b>c': 'worse' },
      ['not-shown-behind', 'behind', 'behind'],
    ],
    [
      'is equivalent to the best if all unbeaten strategies were shown to be the same',
      { 'a>b': 'equivalent', 'a>c': 'better', 'b>c': 'better' },
      ['equivalent', 'equivalent', 'behind'],
    ],
    [
      'is only not shown behind if its comparison with another unbeaten strategy is open',
      { 'a>b': 'equivalent', 'a>c': 'inconclusive', 'b>c': 'equivalent' },
      ['not-shown-behind', 'equivalent', 'not-shown-behind'],
    ],
    [
      'is not judged if no pair was judged, or compared',
      { 'a>b': 'not-judged', 'b>c': 'not-judged' },
      ['not-judged', 'not-judged', 'not-judged'],
    ],
    [
      'is not shown behind if one pair was judged without a difference, and the others were not',
      { 'a>b': 'inconclusive', 'a>c': 'not-judged', 'b>c': 'not-judged' },
      ['not-shown-behind', 'not-shown-behind', 'not-judged'],
    ],
    [
      'is neither best nor equivalent if a pair was not judged',
      { 'a>b': 'better', 'a>c': 'not-judged', 'b>c': 'equivalent' },
      ['not-shown-behind', 'behind', 'not-shown-behind'],
    ],
  ];
  for (const [title, pairs, expected] of cases) it(title, () => assert.deepEqual(kinds(pairs), expected));

  it('is overloaded, and behind all that have a figure', () => {
    const pairs = { 'a>b': 'better', 'a>c': 'better', 'b>c': 'equivalent' } as const;
    assert.deepEqual(kinds(pairs, ['b', 'c']), ['best', 'overloaded', 'overloaded']);
  });

  it('is not judged beside one that is overloaded, if no look judged those with a figure', () => {
    const pairs = { 'a>b': 'not-judged', 'a>c': 'better', 'b>c': 'better' } as const;
    assert.deepEqual(kinds(pairs, ['c']), ['not-judged', 'not-judged', 'overloaded']);
    assert.deepEqual(standingsOf(['a', 'c'], pairsOf({ 'a>c': 'better' }), ['c']).a, { kind: 'best' });
  });

  it('is not judged if there is nothing to compare it with', () =>
    assert.deepEqual(standingsOf(['a'], []), { a: { kind: 'not-judged' } }));

  it('is behind by the factor to the best estimate among those shown to be better', () => {
    const pairs: PairRelation[] = [
      { one: 'a', other: 'c', relation: 'better', ratio: interval(1.5, 1.4, 1.6) },
      { one: 'c', other: 'b', relation: 'worse', ratio: interval(0.5, 0.4, 0.8) },
      { one: 'a', other: 'b', relation: 'inconclusive', ratio: interval(0.9, 0.7, 1.2) },
    ];
    const { c } = standingsOf(ids, pairs);
    assert.deepEqual(c, { kind: 'behind', than: 'b', factor: interval(2, 1.25, 2.5) });
  });

  it('is behind without a factor if the ratio does not show it', () => {
    const pairs: PairRelation[] = [
      { one: 'a', other: 'b', relation: 'better', ratio: interval(1.01, 0.98, 1.03) },
    ];
    assert.deepEqual(standingsOf(['a', 'b'], pairs).b, { kind: 'behind' });
  });

  const relation = fc.constantFrom<Verdict>('better', 'worse', 'equivalent', 'inconclusive', 'not-judged');
  const four = ['a', 'b', 'c', 'd'];
  const anyPairs = fc.tuple(...Array.from({ length: 6 }, () => relation)).map((relations) => {
    const pairs = four.flatMap((other, index) => four.slice(0, index).map((one) => ({ one, other })));
    return pairs.map(
      (pair, index): PairRelation => ({ ...pair, relation: relations[index] ?? 'not-judged' }),
    );
  });

  it('does not depend on the order of the contestants, nor on the side of a pair', () => {
    const order = fc.shuffledSubarray(four, { minLength: 4 });
    fc.assert(
      fc.property(
        anyPairs,
        order,
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        (pairs, ids, turns) => {
          const turned = pairs.map(
            (pair, index) => (turns[index] ? seenFrom(pair.other, pair) : pair) ?? pair,
          );
          assert.deepEqual(standingsOf(ids, turned.toReversed()), standingsOf(four, pairs));
        },
      ),
    );
  });

  it('is exactly one kind, and equivalent or best are never open or shown to be beaten', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const standings = standingsOf(four, pairs);
        assert.deepEqual(Object.keys(standings), four);
        for (const id of four) {
          const relations = pairs.flatMap((pair) => seenFrom(id, pair)?.relation ?? []);
          const kind = standings[id]?.kind;
          assert.equal(kind === 'behind', relations.includes('worse'));
          if (kind === 'best') assert.ok(relations.every((one) => one === 'better'));
          if (kind === 'equivalent') assert.ok(relations.includes('equivalent'));
          if (kind === 'not-shown-behind') assert.ok(!relations.includes('worse'));
          assert.equal(
            kind === 'not-judged',
            relations.every((one) => one === 'not-judged'),
          );
        }
        assert.ok(four.filter((id) => standings[id]?.kind === 'best').length <= 1);
      }),
    );
  });
});

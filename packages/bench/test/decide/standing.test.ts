import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Relation } from '../../src/decide/relation.ts';
import { standingOf } from '../../src/decide/standing.ts';

const mirrored: Readonly<Record<Relation, Relation>> = {
  better: 'worse',
  worse: 'better',
  same: 'same',
  open: 'open',
};

/** Relations by pairs, `a>b`; the other way round they are mirrored. */
const relating = (pairs: Readonly<Record<string, Relation>>) => (one: string, other: string) => {
  const found = pairs[`${one}>${other}`];
  const turned = pairs[`${other}>${one}`];
  return found ?? (turned && mirrored[turned]);
};

const ids = ['a', 'b', 'c'];

describe('who leads', () => {
  it('is the one that was shown to beat the others', () => {
    const relate = relating({ 'a>b': 'better', 'a>c': 'better', 'b>c': 'open' });
    assert.deepEqual(standingOf(ids, relate), { kind: 'best', leaders: ['a'] });
  });

  it('is nobody by name where nothing was shown', () => {
    const relate = relating({ 'a>b': 'open', 'a>c': 'open', 'b>c': 'open' });
    assert.deepEqual(standingOf(ids, relate), { kind: 'open', leaders: ids });
  });

  it('are those whom nobody beats, where one is behind', () => {
    const relate = relating({ 'a>b': 'open', 'a>c': 'better', 'b>c': 'open' });
    assert.deepEqual(standingOf(ids, relate), { kind: 'open', leaders: ['a', 'b'] });
  });

  it('are equal only where all leaders were shown to be the same', () => {
    const same = relating({ 'a>b': 'same', 'a>c': 'better', 'b>c': 'better' });
    assert.deepEqual(standingOf(ids, same), { kind: 'equal', leaders: ['a', 'b'] });
    const partly = relating({ 'a>b': 'same', 'a>c': 'open', 'b>c': 'same' });
    assert.equal(standingOf(ids, partly).kind, 'open');
  });

  it('is nobody where one has nobody to stand beside', () =>
    assert.deepEqual(
      standingOf(['a'], () => undefined),
      { kind: 'alone', leaders: ['a'] },
    ));

  it('is not told by too few rounds', () =>
    assert.deepEqual(
      standingOf(ids, () => undefined),
      { kind: 'too-few', leaders: ids },
    ));

  it('is nobody where verdicts go round in a circle', () => {
    const relate = relating({ 'a>b': 'better', 'b>c': 'better', 'c>a': 'better' });
    assert.deepEqual(standingOf(ids, relate), { kind: 'open', leaders: ids });
  });

  it('never is one that another was shown to beat, unless everybody was beaten', () => {
    const relation = fc.constantFrom<Relation>('better', 'worse', 'same', 'open');
    fc.assert(
      fc.property(relation, relation, relation, (ab, ac, bc) => {
        const relate = relating({ 'a>b': ab, 'a>c': ac, 'b>c': bc });
        const { leaders } = standingOf(ids, relate);
        const isBeaten = (id: string) => ids.some((other) => relate(id, other) === 'worse');
        assert.ok(leaders.length > 0);
        assert.ok(ids.every(isBeaten) || leaders.every((id) => !isBeaten(id)));
      }),
    );
  });
});

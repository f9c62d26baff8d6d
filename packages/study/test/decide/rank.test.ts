import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '@cpu-bound/stats/verdict';
import fc from 'fast-check';
import { rank, type Weights } from '../../src/decide/rank.ts';
import { isOpenRelation, standingsOf } from '../../src/decide/standing.ts';
import type { NeedResult, PairRelation, Standing } from '../../src/model/decision.ts';
import { pair, threePairs } from '../fixtures/compared.ts';

const options = ['a', 'b', 'c'];

const needOf = (
  id: string,
  pairs: readonly PairRelation[],
  others: Readonly<Record<string, Standing>> = {},
): NeedResult => ({
  ...{ id, title: id, group: 'speed', unit: '', pairs },
  standings: {
    ...standingsOf(
      options.filter((option) => !(option in others)),
      pairs,
    ),
    ...others,
  },
});

const scores = (needs: readonly NeedResult[], weights: Weights) =>
  Object.fromEntries(
    rank({ options, needs }, weights).places.map(({ option, score }) => [option, Number(score.toFixed(6))]),
  );

describe('ranking by weights', () => {
  const first = needOf('first', threePairs('better', 'better', 'better'));
  const level = needOf('level', threePairs('equivalent', 'better', 'better'));
  const turned = needOf('turned', threePairs('worse', 'worse', 'worse'));

  it('adds the needs in which a strategy is best or equivalent, and subtracts those in which it is behind', () => {
    assert.deepEqual(scores([first, level], { first: 1, level: 1 }), { a: 1, b: 0, c: -1 });
    assert.deepEqual(scores([first, turned], { first: 3, turned: 1 }), { a: 0.5, b: -1, c: -0.5 });
  });

  it('counts overloaded as behind, and not shown behind as zero', () => {
    const over = needOf('over', [pair('a', 'b', 'inconclusive')], { c: { kind: 'overloaded' } });
    assert.deepEqual(scores([over], { over: 1 }), { a: 0, b: 0, c: -1 });
  });

  it('chooses no strategy without weights, or by needs without a comparison', () => {
    const none = needOf('none', [], Object.fromEntries(options.map((id) => [id, { kind: 'not-measured' }])));
    assert.equal(rank({ options, needs: [first] }, {}).choice.kind, 'none');
    assert.equal(rank({ options, needs: [none] }, { none: 1 }).choice.kind, 'none');
    assert.equal(rank({ options: ['a'], needs: [first] }, { first: 1 }).choice.kind, 'none');
  });

  it('names all strategies that are level', () =>
    assert.deepEqual(rank({ options, needs: [level] }, { level: 1 }).choice, {
      kind: 'tie',
      options: ['a', 'b'],
    }));

  it('is firm if no open comparison could put another strategy level or first, and otherwise names those', () => {
    assert.deepEqual(rank({ options, needs: [first] }, { first: 1 }).choice, {
      ...{ kind: 'one', option: 'a', rivals: [] },
    });
    const open = needOf('open', threePairs('inconclusive', 'better', 'better'));
    const needs = [first, open];
    assert.deepEqual(rank({ options, needs }, { first: 2, open: 1 }).choice, {
      ...{ kind: 'one', option: 'a', rivals: [] },
    });
    assert.deepEqual(rank({ options, needs }, { first: 1, open: 1 }).choice, {
      ...{ kind: 'one', option: 'a', rivals: ['b'] },
    });
  });

  it('leaves open what is unknown about a strategy, and not what it lacks by construction', () => {
    const needs = (standing: Standing) => [needOf('some', [pair('a', 'b', 'better')], { c: standing })];
    const by = { some: 1 };
    const unknown = rank({ options, needs: needs({ kind: 'not-measured' }) }, by).choice;
    assert.deepEqual(unknown, { kind: 'one', option: 'a', rivals: ['c'] });
    const stated = rank({ options, needs: needs({ kind: 'not-measured', why: 'needs none' }) }, by).choice;
    assert.deepEqual(stated, { kind: 'one', option: 'a', rivals: [] });
  });

  const unjudged = needOf('unjudged', threePairs('not-judged', 'not-judged', 'not-judged'));

  it('scores by the needs that were judged alone, and has the others apart', () => {
    const ranking = rank({ options, needs: [first, unjudged] }, { first: 3, unjudged: 1 });
    assert.deepEqual([ranking.decided, ranking.open], [['first'], ['unjudged']]);
    assert.deepEqual(
      ranking.places.map(({ option, score }) => [option, score]),
      [
        ['a', 1],
        ['b', -1],
        ['c', -1],
      ],
    );
    assert.deepEqual(ranking.choice, { kind: 'one', option: 'a', rivals: [] });
  });

  it('chooses no strategy as long as needs that were not judged could put another one first', () => {
    const early = rank({ options, needs: [first, unjudged] }, { first: 1, unjudged: 1 });
    assert.ok(early.choice.kind === 'none' && /not judged yet/.test(early.choice.why));
    const nothing = rank({ options, needs: [unjudged] }, { unjudged: 1 });
    assert.deepEqual([nothing.places, nothing.choice.kind, nothing.open], [[], 'none', ['unjudged']]);
  });

  const relation = fc.constantFrom<Verdict>('better', 'worse', 'equivalent', 'inconclusive', 'not-judged');
  const anyNeeds = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 5 }), relations: fc.tuple(relation, relation, relation) }),
    { minLength: 1, maxLength: 4 },
  );
  const settled = fc.array(fc.constantFrom<Verdict>('better', 'worse', 'equivalent'), {
    minLength: 12,
    maxLength: 12,
  });

  it('is firm only if no resolution of the open comparisons puts another first or level, and keeps its ranges', () => {
    fc.assert(
      fc.property(anyNeeds, settled, (given, instead) => {
        const weights = Object.fromEntries(given.map(({ weight }, index) => [`n${index}`, weight]));
        const needs = given.map(({ relations }, index) => needOf(`n${index}`, threePairs(...relations)));
        const resolved = given.map(({ relations }, index) => {
          const [ab, ac, bc] = relations.map((one, at) =>
            isOpenRelation(one) ? (instead[3 * index + at] ?? one) : one,
          );
          return needOf(
            `n${index}`,
            threePairs(ab ?? 'inconclusive', ac ?? 'inconclusive', bc ?? 'inconclusive'),
          );
        });
        const [before, after] = [
          rank({ options, needs }, weights),
          rank({ options, needs: resolved }, weights),
        ];
        for (const { option, least, most } of before.places) {
          const score = after.places.find((place) => place.option === option)?.score ?? Number.NaN;
          assert.ok(score >= least - 1e-9 && score <= most + 1e-9);
        }
        // By needs that were not judged nobody is ranked, and they cannot replace who is chosen.
        const isJudged = (at: number) => given[at]?.relations.some((one) => one !== 'not-judged') ?? false;
        assert.deepEqual(
          before.open,
          needs.flatMap(({ id }, at) => (isJudged(at) ? [] : [id])),
        );
        if (before.choice.kind === 'one' && before.choice.rivals.length === 0)
          assert.ok(after.choice.kind === 'one' && after.choice.option === before.choice.option);
      }),
      { numRuns: 2_000 },
    );
  });
});

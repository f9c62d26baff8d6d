import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { answersOf, takenFor } from '../../src/decide/answer.ts';
import { advantagesOf, leadsIn } from '../../src/decide/lead.ts';
import { standingsOf } from '../../src/decide/standing.ts';
import type { Group, NeedResult, Verdict } from '../../src/model.ts';
import { interval, pair, threePairs } from '../fixtures/compared.ts';

type Verdicts = Parameters<typeof threePairs>;
const options = ['a', 'b', 'c'];
/** A need with these verdicts of a on b, a on c, and b on c. */
const need = (group: Group, ...verdicts: Verdicts): NeedResult => {
  const pairs = threePairs(...verdicts);
  return { id: group, title: group, group, figure: '', pairs, standings: standingsOf(options, pairs) };
};
const advice = (...needs: NeedResult[]) => leadsIn({ options, needs });

describe('advice for a set of needs', () => {
  it('takes few strategies that cover the groups, first the one that leads most', () => {
    const { takes } = advice(
      need('speed', 'worse', 'worse', 'equivalent'),
      need('light requests', 'worse', 'inconclusive', 'better'),
      need('failures', 'worse', 'worse', 'worse'),
    );
    assert.deepEqual(takes, [
      { options: ['b'], groups: ['speed', 'light requests'] },
      { options: ['c'], groups: ['failures'] },
    ]);
  });

  it('names strategies together if they lead the same groups', () =>
    assert.deepEqual(advice(need('speed', 'inconclusive', 'better', 'better')).takes, [
      { options: ['a', 'b'], groups: ['speed'] },
    ]));

  it('names no strategy if no difference was shown, or if each is behind in some need', () => {
    assert.deepEqual(advice(need('speed', 'inconclusive', 'equivalent', 'inconclusive')), {
      ...{ takes: [], level: ['speed'], split: [] },
    });
    assert.deepEqual(
      advice(need('costs', 'better', 'better', 'better'), need('costs', 'worse', 'worse', 'worse')).split,
      ['costs'],
    );
  });

  it('names a strategy for a group only if it was shown to be better than another there, and worse than none', () => {
    const verdict = fc.constantFrom<Verdict>('better', 'worse', 'equivalent', 'inconclusive', 'not-judged');
    const group = fc.constantFrom<Group>('speed', 'light requests', 'failures', 'costs');
    fc.assert(
      fc.property(fc.array(fc.tuple(group, fc.tuple(verdict, verdict, verdict))), (given) => {
        const needs = given.map(([of, relations]) => need(of, ...relations));
        const { takes, level, split } = leadsIn({ options, needs });
        for (const { options: taken, groups } of takes)
          for (const group of groups) {
            const own = needs.filter((one) => one.group === group);
            assert.ok(taken.every((id) => own.every(({ standings }) => standings[id]?.kind !== 'behind')));
            assert.ok(taken.every((id) => own.some((one) => advantagesOf(id, one).length > 0)));
          }
        const named = [...takes.flatMap(({ groups }) => groups), ...level, ...split];
        assert.deepEqual(named.toSorted(), [...new Set(needs.map((one) => one.group))].toSorted());
      }),
    );
  });
});

describe('the answer for the most traffic within a p99', () => {
  const within = (...verdicts: Verdicts): NeedResult => ({
    ...need('speed', ...verdicts),
    purpose: 'traffic',
  });
  const takenOf = (given: NeedResult) =>
    answersOf({ options, needs: [given] })
      .filter(({ purpose }) => purpose === 'traffic')
      .map(({ take }) => take.map(({ option }) => option));

  it('takes whoever was shown to carry more than another, and less than none', () => {
    assert.deepEqual(takenOf(within('better', 'better', 'inconclusive')), [['a']]);
    assert.deepEqual(takenOf(within('inconclusive', 'better', 'better')), [['a', 'b']]);
  });

  it('is not given if nothing was shown, or if no question measured it', () => {
    assert.deepEqual(takenOf(within('inconclusive', 'equivalent', 'inconclusive')), []);
    assert.deepEqual(takenOf(need('speed', 'better', 'better', 'better')), []);
    assert.deepEqual(takenOf({ ...within('better', 'better', 'better'), uncounted: 'it repeats' }), []);
  });

  it('does not name more than two', () => {
    const ids = [...options, 'd'];
    const pairs = options.map((one) => pair(one, 'd', 'better'));
    const all = { ...within('better', 'better', 'better'), pairs, standings: standingsOf(ids, pairs) };
    assert.ok(answersOf({ options: ids, needs: [all] }).every(({ purpose }) => purpose !== 'traffic'));
  });
});

describe('what is said of a strategy that is taken', () => {
  const besideA = (other: string, estimate: number) => ({
    ...pair('a', other, estimate > 1 ? 'better' : 'worse'),
    ratio: interval(estimate, estimate * 0.9, estimate * 1.1),
  });
  const needOf = (id: string, group: Group, ab: number, ac: number): NeedResult => {
    const pairs = [besideA('b', ab), besideA('c', ac)];
    return { id, title: id, group, figure: '', pairs, standings: standingsOf(options, pairs) };
  };
  const light = needOf('light', 'light requests', 5, 1.25);
  const slight = needOf('slight', 'costs', 0.9, 0.95);
  const large = needOf('large', 'failures', 0.25, 0.5);
  const also = needOf('also', 'speed', 2, 3);

  it('is a gain over the nearest of the others first, whoever the farthest is', () => {
    const [{ over } = assert.fail()] = takenFor('a', [light, slight, large, also], [light]).gains;
    assert.deepEqual(
      over.map(({ other, factor }) => [other, factor?.estimate]),
      [
        ['c', 1.25],
        ['b', 5],
      ],
    );
  });

  it('is as a price each need in which it is behind, the largest difference first, beside the one farthest ahead', () => {
    const { price, alsoBest } = takenFor('a', [light, slight, large, also], [light]);
    assert.deepEqual(
      price.map(({ need: { id }, other }) => [id, other]),
      [
        ['large', 'b'],
        ['slight', 'b'],
      ],
    );
    assert.deepEqual(
      alsoBest.map(({ id }) => id),
      ['also'],
    );
  });
});

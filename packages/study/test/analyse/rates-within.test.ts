import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOOKS } from '@cpu-bound/stats/looks';
import { rangeOf, rateComparisons, rateFigures } from '../../src/analyse/rates-within.ts';
import type { RateSearch, SearchWindow } from '../../src/model/analysis.ts';
import { facts } from '../fixtures/compared.ts';

const RATES = [100, 87, 100, 87, 76, 87, 100, 87, 76, 87];

/** Windows whose slowest requests took `slow(perSecond)` ms, twenty of each. */
const windowsOf = (contestant: string, slow: (perSecond: number, round: number) => number): SearchWindow[] =>
  RATES.map((perSecond, index) => ({
    contestant,
    round: index + 1,
    perSecond,
    sent: perSecond * 5,
    slowest: Array.from({ length: 20 }, () => slow(perSecond, index + 1)),
  }));

const searchOf = (windows: readonly SearchWindow[], more: Partial<RateSearch> = {}): RateSearch => ({
  targetMs: 50,
  condition: { input: {}, setting: { within: 50 } },
  seconds: 5,
  windows,
  ...more,
});

const figure = (search: RateSearch, targetMs?: number) =>
  rateFigures(search, targetMs)[0] ?? assert.fail('no figure');

describe('the largest rate of a contestant within a target', () => {
  const edge = windowsOf('a', (perSecond) => (perSecond > 90 ? 80 : 20));

  it('is a rate between measured rates, with the count of windows that kept the target', () => {
    const others = ['b', 'c'].flatMap((id) => windowsOf(id, (perSecond) => (perSecond > 90 ? 80 : 20)));
    const found = figure(searchOf([...edge, ...others]));
    assert.ok(found.form === 'rate' && found.rate.low > 76 && found.rate.high < 120, JSON.stringify(found));
    assert.ok(found.rate.estimate > 76 && found.rate.estimate < 100);
    assert.deepEqual([found.kept, found.windows, found.rounds], [7, 10, 10]);
  });

  it('is at most a rate above the lowest if no window kept the target', () => {
    const found = figure(searchOf(edge), 10);
    assert.deepEqual([found.form, found.kept], ['at most', 0]);
    const [low, high] = rangeOf(found);
    assert.ok(low === 0 && high > 76 && high < 100, `${high}`);
  });

  it('is at least a rate below the highest if all windows kept the target', () => {
    const found = figure(searchOf(edge), 200);
    assert.deepEqual([found.form, found.kept], ['at least', 10]);
    const [low, high] = rangeOf(found);
    assert.ok(low > 76 && low < 100 && high === Number.POSITIVE_INFINITY, `${low}`);
  });

  it('has no low end for a stall that most windows at every rate have, although some windows miss it', () => {
    const stalls = windowsOf('a', (_, round) => (round === 3 || round === 6 ? 20 : 200));
    assert.equal(rangeOf(figure(searchOf(stalls)))[0], 0);
  });

  it('is not known by fewer than five rounds', () => {
    const few = edge.filter(({ round }) => round < 5);
    assert.equal(figure(searchOf(few)).form, 'too few rounds');
    assert.notEqual(figure(searchOf(edge.filter(({ round }) => round < 6))).form, 'too few rounds');
  });

  it('counts a request without an answer as late, whatever the target: it has the time of the deadline', () => {
    const never = windowsOf('a', () => 10_000);
    assert.deepEqual([figure(searchOf(never), 60_000).kept, figure(searchOf(edge), 60_000).kept], [0, 10]);
  });

  it('is the same whoever else is compared', () => {
    const both = searchOf([...edge, ...windowsOf('b', (perSecond) => (perSecond > 80 ? 80 : 20))]);
    const of = (ids: readonly string[]) =>
      rateComparisons(
        both,
        ids.map((id) => facts(id)),
        { looks: LOOKS },
      );
    assert.equal(of(['a', 'b']).comparisons.length, 1);
    assert.equal(of(['a']).comparisons.length, 0);
    assert.equal(rateFigures(both).length, 2);
  });

  it('has no verdict where other programs took much of the CPU time', () => {
    const both = [...edge, ...windowsOf('b', (perSecond) => (perSecond > 80 ? 80 : 20))];
    const contestants = [facts('a'), facts('b')];
    for (const [foreign, pairs] of [
      [0.02, 1],
      [0.2, 0],
    ] as const)
      assert.equal(rateComparisons(searchOf(both, { foreign }), contestants, {}).comparisons.length, pairs);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rateComparisons, rateFigures } from '../../src/analyse/rates-within.ts';
import type { RateSearch, SearchWindow } from '../../src/model.ts';
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
  throughput: { a: 200, b: 200 },
  ...more,
});

const figure = (search: RateSearch, targetMs?: number) =>
  rateFigures(search, [facts('a')], targetMs)[0] ?? assert.fail('no figure');

describe('the largest rate of a contestant within a target', () => {
  const edge = windowsOf('a', (perSecond) => (perSecond > 90 ? 80 : 20));

  it('is between measured rates', () => {
    const found = figure(searchOf(edge));
    assert.ok(found.kind === 'rate' && found.rate.estimate > 76 && found.rate.estimate < 100);
  });

  it('is none below the lowest rate if no rate kept the target', () =>
    assert.deepEqual(figure(searchOf(edge), 10), {
      contestant: 'a',
      rounds: 10,
      kind: 'below',
      perSecond: 76,
    }));

  it('is at least the highest rate if all rates kept the target, and no extrapolation', () =>
    assert.deepEqual(figure(searchOf(edge), 200), {
      contestant: 'a',
      rounds: 10,
      kind: 'at least',
      perSecond: 100,
    }));

  it('is none for a stall that most windows at every rate have, although some windows miss it', () => {
    const stalls = windowsOf('a', (_, round) => (round === 3 || round === 6 ? 20 : 200));
    assert.equal(figure(searchOf(stalls)).kind, 'below');
  });

  it('is a rate if most windows near it kept the target, although one at a lower rate did not', () => {
    // Rounds, rates and late requests, as in a run on a quiet machine. The figure is just below 130.
    const seen = [
      ...[1, 2, 3, 4].flatMap((round) => [[round, 149.5, 33] as const, [round, 130, round] as const]),
      ...([
        [5, 149.5, 33],
        [5, 130, 14],
        [6, 113, 11],
      ] as const),
    ];
    const windows = seen.map(([round, perSecond, late]) => ({
      contestant: 'a',
      round,
      perSecond,
      sent: Math.round(4 * perSecond),
      slowest: Array.from({ length: late }, () => 80),
    }));
    assert.equal(figure(searchOf(windows)).kind, 'rate');
  });

  it('never exceeds the throughput', () => {
    const found = figure(searchOf(edge, { throughput: { a: 80 } }));
    assert.ok(found.kind === 'rate' && found.rate.high === 80);
  });

  it('has no verdict where other programs took much of the CPU time', () => {
    const both = [...edge, ...windowsOf('b', (perSecond) => (perSecond > 80 ? 80 : 20))];
    const contestants = [facts('a'), facts('b')];
    for (const [foreign, pairs] of [
      [0.02, 1],
      [0.2, 0],
    ] as const) {
      const search = searchOf(both, { foreign });
      const figures = rateFigures(search, contestants);
      assert.equal(rateComparisons(search, contestants, figures, {}).length, pairs);
    }
  });
});

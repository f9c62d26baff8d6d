import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LOOKS } from '../src/looks.ts';
import { compareRatesWithin, excessOf } from '../src/rate-pairs.ts';
import { isWithin, type RateArm, type RateWindow, ratesWithin } from '../src/rate-within.ts';

/** A service that keeps the target up to `most` requests per second, in windows that step around that rate. */
const steady = (id: string, most: number, rounds = 10): RateArm => ({
  id,
  windows: Array.from({ length: rounds }, (_, index) => {
    const perSecond = most * 1.15 ** ((index % 4) - 1.5);
    const sent = Math.round(perSecond * 5);
    return { round: index + 1, perSecond, sent, late: Math.round(0.01 * sent * (perSecond / most) ** 6) };
  }),
});

/** A service of which all windows kept the target, or none did, at rates around one. */
const oneSided = (id: string, around: number, kept: boolean): RateArm => ({
  id,
  windows: steady(id, around).windows.map((window) => ({ ...window, late: kept ? 0 : window.sent })),
});

const figureOf = (arms: readonly RateArm[], id: string) =>
  ratesWithin(arms).find((figure) => figure.id === id) ?? assert.fail(id);

/** Windows as a search may leave them, with the latencies of their slowest requests. */
const anyWindows = fc.array(
  fc.record({
    perSecond: fc.double({ min: 20, max: 200, noNaN: true }),
    slowest: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 14 },
);
const anySearches = fc.array(anyWindows, { minLength: 1, maxLength: 4 });

/** The arms of generated searches by a target; the searches had a target of 100 ms. */
const armsBy = (searches: readonly { perSecond: number; slowest: readonly number[] }[][], target: number) => {
  const counted = (windows: (typeof searches)[number], by: number): RateWindow[] =>
    windows.map(({ perSecond, slowest }, index) => ({
      round: index + 1,
      perSecond,
      sent: 400,
      late: slowest.filter((ms) => ms > by).length,
    }));
  return searches.map((windows, index) => ({
    id: `arm ${index}`,
    windows: counted(windows, target),
    searched: counted(windows, 100),
  }));
};

describe('the rate at which half of the windows keep a target', () => {
  it('is between the rates that keep it and those that do not', () => {
    const arms = [steady('a', 100), steady('b', 250)];
    for (const [id, most] of [
      ['a', 100],
      ['b', 250],
    ] as const) {
      const { low, estimate, high } = figureOf(arms, id);
      assert.ok(low <= most && most <= high && high / low < 1.4, `${low} ${high}`);
      assert.ok(Math.abs(estimate / most - 1) < 0.06, `${estimate}`);
    }
  });

  it('scales with the rates of all windows', () =>
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (factor) => {
        const arm = steady('a', 100);
        const faster = {
          id: 'a',
          windows: arm.windows.map((one) => ({ ...one, perSecond: one.perSecond * factor })),
        };
        const [slow, fast] = [figureOf([arm], 'a'), figureOf([faster], 'a')];
        for (const end of ['estimate', 'low', 'high'] as const)
          assert.ok(Math.abs(fast[end] / (slow[end] * factor) - 1) < 1e-6);
      }),
    ));

  it('never falls as the target grows, nor does an end of its interval', () =>
    fc.assert(
      fc.property(
        anySearches,
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 4 }),
        (searches, targets) => {
          const byTarget = targets
            .toSorted((a, b) => a - b)
            .map((target) => ratesWithin(armsBy(searches, target)));
          for (const [index, figures] of byTarget.entries())
            for (const [arm, figure] of figures.entries()) {
              const before = byTarget[index - 1]?.[arm];
              for (const end of ['low', 'estimate', 'high'] as const)
                assert.ok(figure[end] >= (before?.[end] ?? 0) * (1 - 1e-9), `${end} of ${figure.id}`);
            }
        },
      ),
    ));

  it('has ends in order, and an estimate between the measured rates', () =>
    fc.assert(
      fc.property(anySearches, (searches) => {
        for (const [index, { low, estimate, high }] of ratesWithin(armsBy(searches, 100)).entries()) {
          const rates = (searches[index] ?? []).map(({ perSecond }) => perSecond);
          const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
          assert.ok(low <= estimate && estimate <= high, `${low} ${estimate} ${high}`);
          // The lattice has cells of 2 %.
          assert.ok(
            estimate >= lowest * 0.999 && estimate <= highest * 1.04,
            `${lowest} ${estimate} ${highest}`,
          );
          assert.ok(low === 0 || low >= lowest * 0.999);
        }
      }),
    ));

  it('is open below if no window kept the target, and above if all did', () => {
    const [none, all] = [oneSided('none', 100, false), oneSided('all', 100, true)];
    const arms = [steady('a', 100), none, all];
    assert.deepEqual([figureOf(arms, 'none').low, figureOf(arms, 'none').kept], [0, 0]);
    assert.deepEqual(
      [figureOf(arms, 'all').high, figureOf(arms, 'all').kept],
      [Number.POSITIVE_INFINITY, 10],
    );
    assert.ok(figureOf(arms, 'none').high < 130 && figureOf(arms, 'all').low > 70);
  });

  it('is a number for hundreds of windows, whose likelihood is below the smallest number', () => {
    const { low, high } = figureOf([steady('a', 100, 2000)], 'a');
    assert.ok(low > 80 && high < 120, `${low} ${high}`);
  });
});

describe('the comparison of two rates within a target', () => {
  const verdictOn = (arms: readonly RateArm[]) =>
    compareRatesWithin(arms, { margin: 0.05, looks: LOOKS }).ratios;
  const boundsOn = (arms: readonly RateArm[]) =>
    compareRatesWithin(arms, { margin: 0.05, looks: LOOKS }).bounds;

  it('is a ratio, whose verdict is that of its interval', () => {
    const [pair] = verdictOn([steady('a', 100), steady('b', 250)]);
    assert.equal(pair?.verdict, 'better');
    assert.ok(pair && Math.abs(pair.ratio.estimate / 2.5 - 1) < 0.05, JSON.stringify(pair));
    const [same] = verdictOn([steady('a', 100), steady('b', 100)]);
    assert.ok(same && same.ratio.low <= 1 && same.ratio.high >= 1);
  });

  it('shows no difference that fewer than three windows of each show: its interval then reaches 1', () => {
    const [low, high] = [steady('a', 100), steady('b', 250)];
    // The rates of the two never overlap the other way, but only two windows of the lower one were late.
    const few = low.windows.map((window, index) => ({ ...window, late: index % 4 === 3 ? window.late : 0 }));
    const [pair] = verdictOn([{ id: 'a', windows: few }, high]);
    assert.equal(pair?.verdict, 'inconclusive');
    assert.equal(pair?.ratio.low, 1);
  });

  it('counts all contestants in the family, also those without a ratio', () => {
    const both = [steady('a', 100), steady('b', 200)];
    const [alone] = verdictOn(both);
    const [among] = verdictOn([...both, oneSided('c', 100, false), oneSided('d', 100, true)]);
    assert.ok(alone && among && among.ratio.low < alone.ratio.low && among.ratio.high > alone.ratio.high);
  });

  it('is none before the first look', () => {
    const { id, windows } = oneSided('b', 400, true);
    const arms = [steady('a', 100, 9), { id, windows: windows.slice(0, 9) }];
    assert.deepEqual(boundsOn(arms), []);
    for (const { verdict } of verdictOn([steady('a', 100, 9), steady('b', 250, 9)]))
      assert.equal(verdict, 'not-judged');
  });

  it('is one of bounds if the windows of one are all on one side: told apart only if the intervals are', () => {
    const verdicts = (arms: readonly RateArm[]) => boundsOn(arms).map(({ verdict }) => verdict);
    assert.deepEqual(verdicts([steady('a', 100), oneSided('b', 300, true)]), ['better']);
    assert.deepEqual(verdicts([steady('a', 100), oneSided('b', 30, false)]), ['worse']);
    assert.deepEqual(verdicts([steady('a', 100), oneSided('b', 100, true)]), ['inconclusive']);
    assert.deepEqual(verdicts([steady('a', 100), steady('b', 300)]), []);
  });
});

it('the excess of late requests is above 0 exactly if the p99 is beyond the target, and never beyond its bounds', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sent, share) => {
        const late = Math.round(share * sent);
        const excess = excessOf({ sent, late });
        assert.ok(excess >= -1.6 && excess <= 1.6);
        assert.equal(excess <= 0, isWithin({ sent, late }));
      },
    ),
  ));

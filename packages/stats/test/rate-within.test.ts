import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareRatesWithin, excessOf, isWithin, type RateArm, ratesWithin } from '../src/rate-within.ts';

/** A service that keeps the target up to `most` requests per second, in windows that step around that rate. */
const steady = (id: string, most: number, rounds = 10): RateArm => ({
  id,
  windows: Array.from({ length: rounds }, (_, index) => {
    const perSecond = most * 1.15 ** ((index % 4) - 1.5);
    const sent = Math.round(perSecond * 5);
    return { round: index + 1, perSecond, sent, late: Math.round(0.01 * sent * (perSecond / most) ** 6) };
  }),
});

const rateOf = (arms: readonly RateArm[], id: string) => ratesWithin(arms).get(id) ?? assert.fail(id);

describe('the largest rate within a target', () => {
  it('is between the rates that keep it and those that do not', () => {
    const arms = [steady('a', 100), steady('b', 250)];
    const [a, b] = [rateOf(arms, 'a'), rateOf(arms, 'b')];
    assert.ok(Math.abs(a.estimate / 100 - 1) < 0.05, JSON.stringify(a));
    assert.ok(Math.abs(b.estimate / 250 - 1) < 0.05, JSON.stringify(b));
  });

  it('scales with the rates of all windows', () =>
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (factor) => {
        const arm = steady('a', 100);
        const faster = {
          id: 'a',
          windows: arm.windows.map((one) => ({ ...one, perSecond: one.perSecond * factor })),
        };
        const [slow, fast] = [rateOf([arm], 'a'), rateOf([faster], 'a')];
        for (const bound of ['estimate', 'low', 'high'] as const)
          assert.ok(Math.abs(fast[bound] / (slow[bound] * factor) - 1) < 1e-9);
      }),
    ));

  it('is lower if more requests of a window were late, refused or failed', () => {
    const [first, ...others] = steady('a', 100).windows;
    assert.ok(first);
    const worse = { id: 'a', windows: [{ ...first, late: first.late + 3 }, ...others] };
    assert.ok(rateOf([worse], 'a').estimate < rateOf([steady('a', 100)], 'a').estimate);
  });

  it('has no interval over fewer than five rounds', () => {
    assert.equal(rateOf([steady('a', 100, 4)], 'a').indicative, true);
    assert.equal(rateOf([steady('a', 100, 5)], 'a').indicative, false);
  });

  it('is compared by the ratio of two contestants, whose verdict is that of its interval', () => {
    const [pair] = compareRatesWithin([steady('a', 100), steady('b', 250)], { margin: 0.05 });
    assert.equal(pair?.verdict, 'better');
    assert.ok(pair && Math.abs(pair.ratio.estimate / 2.5 - 1) < 0.05, JSON.stringify(pair));
    const [same] = compareRatesWithin([steady('a', 100), steady('b', 100)], { margin: 0.05 });
    assert.ok(same && same.ratio.low <= 1 && same.ratio.high >= 1);
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

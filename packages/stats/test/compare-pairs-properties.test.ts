import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Arm } from '../src/compare-pairs.ts';
import { liesWithin } from '../src/verdict.ts';
import { close } from './arms.ts';
import { comparePairs } from './experiments.ts';

const throughput = { margin: 0.05, higherIsBetter: true };

/** 2 to 6 arms of 6 to 15 rounds, which differ by little or much; one in five rounds of an arm is missing. */
const someArms = fc
  .tuple(
    fc.integer({ min: 2, max: 6 }),
    fc.integer({ min: 6, max: 15 }),
    fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 0.1, noNaN: true })),
  )
  .chain(([arms, rounds, spread]) => {
    const value = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 0, max: 4 }));
    const one = fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.array(value, { minLength: rounds, maxLength: rounds }),
    );
    return fc.array(one, { minLength: arms, maxLength: arms }).map((all) =>
      all.map(
        ([effect, values], index): Arm => ({
          id: `arm ${index}`,
          values: new Map(
            values.flatMap(([noise, missing], round): [number, number][] =>
              missing === 0 && index > 0 ? [] : [[round + 1, 100 * Math.exp(0.2 * effect + spread * noise)]],
            ),
          ),
        }),
      ),
    );
  });

/** Rounding may change a ratio of 1 by less than this. */
const isNearOne = (ratio: number) => Math.abs(ratio - 1) < 1e-12;

test('swapping the arms inverts the ratio and turns faster into slower', () => {
  const swapped = {
    better: 'worse',
    worse: 'better',
    equivalent: 'equivalent',
    inconclusive: 'inconclusive',
    'not-judged': 'not-judged',
  };
  fc.assert(
    fc.property(someArms, fc.boolean(), (arms, higherIsBetter) => {
      const options = { margin: 0.05, higherIsBetter };
      const backwards = comparePairs(arms.toReversed(), options);
      for (const { contestant, against, ratio, verdict } of comparePairs(arms, options)) {
        const back = backwards.find((one) => one.contestant === against && one.against === contestant);
        assert.ok(back && close(back.ratio.low * ratio.high, 1) && close(back.ratio.high * ratio.low, 1));
        assert.ok(close(back.ratio.estimate * ratio.estimate, 1));
        if (!isNearOne(ratio.low) && !isNearOne(ratio.high)) assert.equal(back.verdict, swapped[verdict]);
      }
    }),
  );
});

test('the verdict always follows from the interval', () => {
  fc.assert(
    fc.property(someArms, (arms) => {
      for (const { ratio, verdict } of comparePairs(arms, throughput)) {
        const { low, estimate, high, indicative } = ratio;
        assert.ok(low <= estimate && estimate <= high);
        assert.equal(verdict === 'equivalent', !indicative && liesWithin(ratio, 0.05));
        if (verdict === 'better') assert.ok(low > 1);
        if (verdict === 'worse') assert.ok(high < 1);
        assert.equal(verdict === 'not-judged', indicative);
        if (verdict === 'inconclusive') assert.ok(low <= 1 && high >= 1);
      }
    }),
  );
});

test('a larger family never gives a narrower interval', () => {
  fc.assert(
    fc.property(someArms, (arms) => {
      const [alone] = comparePairs(arms.slice(0, 2), throughput);
      const [among] = comparePairs(arms, throughput);
      if (!alone || !among) return;
      assert.ok(among.ratio.low <= alone.ratio.low && among.ratio.high >= alone.ratio.high);
    }),
  );
});

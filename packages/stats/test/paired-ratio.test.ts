import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededRandom } from '../src/random.ts';
import type { Interval } from '../src/verdict.ts';
import { arms, close } from './arms.ts';
import { depression } from './classic-data.ts';
import { comparePairs } from './experiments.ts';

const byRound = (values: readonly number[]) => new Map(values.map((value, index) => [index + 1, value]));

/** Two arms alone: a ÷ b. */
function pairedRatio(a: readonly number[], b: readonly number[]): Interval {
  const arms = [
    { id: 'b', values: byRound(b) },
    { id: 'a', values: byRound(a) },
  ];
  const [pair] = comparePairs(arms, { margin: 0.05, higherIsBetter: true });
  return pair?.ratio ?? assert.fail('no round in common');
}

test('the ratio of exponentials is the exponential of the difference', () => {
  const found = pairedRatio(depression.before.map(Math.exp), depression.after.map(Math.exp));
  assert.ok(close(found.estimate, Math.exp(0.46)));
  assert.ok(close(found.low, Math.exp(0.01)) && close(found.high, Math.exp(0.786)));
});

test('the order of the rounds changes nothing', () => {
  fc.assert(
    fc.property(arms, fc.integer(), ([a, b], seed) => {
      const order = seededRandom(seed).shuffle(a.map((_, round) => round));
      const pick = (values: number[]) => order.map((round) => values[round] as number);
      assert.deepEqual(pairedRatio(pick(a), pick(b)), pairedRatio(a, b));
    }),
  );
});

test('a change of unit on both sides changes no ratio', () => {
  fc.assert(
    fc.property(arms, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), ([a, b], factor) => {
      const before = pairedRatio(a, b);
      const after = pairedRatio(
        a.map((value) => value * factor),
        b.map((value) => value * factor),
      );
      for (const key of ['estimate', 'low', 'high'] as const) {
        assert.ok(close(after[key] / before[key], 1), key);
      }
    }),
  );
});

test('a drift that both arms have cancels', () => {
  const drift = [1, 1.5, 2, 2.5, 3, 3.5];
  const found = pairedRatio(
    drift.map((factor) => 110 * factor),
    drift.map((factor) => 100 * factor),
  );
  assert.ok(close(found.low, 1.1) && close(found.high, 1.1));
});

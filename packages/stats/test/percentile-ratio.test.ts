import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairLevel } from '../src/family.ts';
import { percentileRatio, type RoundPair } from '../src/percentile-ratio.ts';
import { type Cell, type Fault, simulatedRounds } from './simulated-rounds.ts';

/** As in a run of four contestants. */
const LEVEL = pairLevel({ pairs: 6, level: 0.95 });

const cell: Cell = { service: 'single', weather: 'wandering', perSecond: 100, seconds: 5 };

/** Two arms of a cell, the first of which may have a fault. */
function arms(of: Cell, rounds: number, seed: string, fault: Fault = 'none'): RoundPair[] {
  const b = simulatedRounds(of, rounds, seed, { arm: 'b' });
  return simulatedRounds(of, rounds, seed, { arm: 'a', fault }).map((a, round) => {
    return { a, b: b[round] as Float64Array };
  });
}

const swapped = (rounds: readonly RoundPair[]) => rounds.map(({ a, b }) => ({ a: b, b: a }));
const same = (value: number, count = 100) => new Float64Array(count).fill(value);
const near = (actual: number, expected: number, tolerance = 1e-3) =>
  assert.ok(Math.abs(actual / expected - 1) < tolerance, `${actual}, not ${expected}`);

describe('the ratio of two percentiles', () => {
  it('turned round is its reciprocal', () => {
    const rounds = arms(cell, 10, 'turned', 'pause');
    for (const p of [0.5, 0.99]) {
      const [there, back] = [percentileRatio(rounds, p, LEVEL), percentileRatio(swapped(rounds), p, LEVEL)];
      near(back.estimate, 1 / there.estimate);
      near(back.low, 1 / there.high);
      near(back.high, 1 / there.low);
    }
  });

  it('grows by the factor by which one of them is scaled', () => {
    const rounds = arms(cell, 10, 'scaled');
    const scaled = rounds.map(({ a, b }) => ({ a: a.map((ms) => 2 * ms), b }));
    const [once, twice] = [percentileRatio(rounds, 0.9, LEVEL), percentileRatio(scaled, 0.9, LEVEL)];
    for (const part of ['estimate', 'low', 'high'] as const) near(twice[part], 2 * once[part]);
  });

  it('lies in its interval, which a wider level widens', () => {
    const rounds = arms(cell, 10, 'level', 'slow-burst');
    const [narrow, wide] = [percentileRatio(rounds, 0.99, 0.9), percentileRatio(rounds, 0.99, 0.99)];
    assert.ok(narrow.low <= narrow.estimate && narrow.estimate <= narrow.high);
    assert.ok(wide.low <= narrow.low && narrow.high <= wide.high && wide.low < wide.high);
  });

  it('of latencies that do not scatter is exact', () => {
    const rounds = Array.from({ length: 8 }, () => ({ a: same(10), b: same(20) }));
    for (const p of [0.5, 0.9, 0.99]) {
      const { low, high } = percentileRatio(rounds, p, LEVEL);
      near(low, 0.5, 1e-4);
      near(high, 0.5, 1e-4);
    }
  });

  it('has an interval at the level of six pairs from eight rounds on, below that their range', () => {
    const eight = arms(cell, 8, 'few');
    assert.equal(percentileRatio(eight, 0.5, LEVEL).indicative, false);
    const seven = percentileRatio(eight.slice(1), 0.5, LEVEL);
    assert.ok(seven.indicative && seven.n === 7 && seven.low < seven.high);
  });

  it('sees a pause of which most rounds have nothing', () => {
    const rounds = Array.from({ length: 8 }, (_, round) => {
      const a = Float64Array.from(
        { length: 500 },
        (_none, at) => 10 + at / 1000 + (at > 480 ? 200 + round : 0),
      );
      return { a, b: Float64Array.from({ length: 500 }, (_none, at) => 10 + at / 1000 + round / 100) };
    });
    assert.ok(percentileRatio(rounds, 0.99, LEVEL).low > 10);
    assert.ok(percentileRatio(rounds, 0.5, LEVEL).low < 1);
  });
});

describe('its test', () => {
  const EXPERIMENTS = 60;
  const differs = (of: Cell, fault: Fault, p: number, level: number, rounds = 10, count = EXPERIMENTS) =>
    Array.from({ length: count }, (_, one) => {
      const { low, high } = percentileRatio(arms(of, rounds, `${one}`, fault), p, level);
      return low > 1 ? 'longer' : high < 1 ? 'shorter' : 'open';
    });

  for (const weather of ['calm', 'wandering', 'neighbour'] as const) {
    it(`tells twins apart in at most 5 % of experiments, ${weather}`, () => {
      const told = differs({ ...cell, weather }, 'none', 0.99, 0.95).filter((one) => one !== 'open');
      // Of sixty at 5 %, more than 8 are 1 in 170; the seed is fixed.
      assert.ok(told.length <= 8, `${told.length}`);
    });
  }

  it('finds pauses, slow bursts, a slow tenth and 5 % more work on a calm machine', () => {
    const of: Cell = { ...cell, weather: 'calm', seconds: 8 };
    for (const fault of ['pause', 'slow-burst', 'slow-tenth', 'more-work'] as const) {
      const found = differs(of, fault, 0.99, LEVEL, 10, 20).filter((one) => one === 'longer');
      assert.ok(found.length >= 18, `${fault}: ${found.length} of 20`);
    }
  });

  it('finds pauses and slow bursts where the speed wanders, too', () => {
    for (const fault of ['pause', 'slow-burst'] as const) {
      const found = differs({ ...cell, seconds: 8 }, fault, 0.99, LEVEL, 10, 20).filter(
        (one) => one === 'longer',
      );
      assert.ok(found.length >= 17, `${fault}: ${found.length} of 20`);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { windowMedian } from '../src/location.ts';
import { seededRandom } from '../src/random.ts';
import { alarms, type Runs } from './experiments.ts';

const ROUNDS = 10;
const TIMES = 600;

/** Every arm's logarithm is an AR(1) process with a standard deviation of 2 % and this correlation of neighbouring rounds. */
const dependent =
  (correlation: number): Runs =>
  (random, rounds, arms) =>
    Array.from({ length: arms }, () => {
      let deviation = random.normal();
      return Array.from({ length: rounds }, () => {
        const value = 100 * Math.exp(0.02 * deviation);
        deviation = correlation * deviation + Math.sqrt(1 - correlation ** 2) * random.normal();
        return value;
      });
    });

/** Percent of pairs whose interval contains the true ratio. */
const pairsCovered = (correlation: number): number =>
  100 -
  (100 *
    alarms({
      runs: dependent(correlation),
      arms: 2,
      rounds: ROUNDS,
      seed: `pairs ${correlation}`,
      times: TIMES,
    })) /
    TIMES;

/** Percent of medians whose interval contains the true one. */
function mediansCovered(correlation: number): number {
  const covered = Array.from({ length: TIMES }, (_, index) => {
    const [values = []] = dependent(correlation)(seededRandom(`medians ${correlation}/${index}`), ROUNDS, 1);
    const { low, high } = windowMedian(values);
    return low <= 100 && high >= 100;
  }).filter((one) => one).length;
  return (100 * covered) / TIMES;
}

describe('an interval of ten rounds', () => {
  const expected = [
    { correlation: 0, pairs: [93, 98], medians: [96, 100] },
    { correlation: 0.3, pairs: [82, 91], medians: [90, 97] },
    { correlation: 0.6, pairs: [61, 75], medians: [76, 87] },
    { correlation: -0.35, pairs: [97, 100], medians: [98, 100] },
  ] as const;
  for (const { correlation, pairs, medians } of expected)
    it(`covers ${pairs[0]} to ${pairs[1]} % of ratios and ${medians[0]} to ${medians[1]} % of medians if neighbouring rounds correlate by ${correlation}`, () => {
      const found = [pairsCovered(correlation), mediansCovered(correlation)];
      for (const [index, [low, high]] of [pairs, medians].entries()) {
        const percent = found[index] as number;
        assert.ok(percent >= low && percent <= high, `${percent} %`);
      }
    });
});

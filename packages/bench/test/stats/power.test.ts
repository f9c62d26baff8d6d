import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewestRoundsFor, minimumDetectableEffect, roundsNeeded } from '../../src/stats/power.ts';
import { quantile, sortedCopy } from '../../src/stats/quantile.ts';
import { seededRandom } from '../../src/stats/random.ts';
import { signedRankInterval } from '../../src/stats/signed-rank.ts';

/** A shift δ is found where the unshifted interval starts above −δ: 95 % power is a quantile of −low. */
function simulatedShift(rounds: number, experiments: number): number {
  const random = seededRandom(`power/${rounds}`);
  const needed = Array.from({ length: experiments }, () => {
    const differences = Array.from({ length: rounds }, () => random.normal());
    return -(signedRankInterval(differences, 0.95)?.low ?? Number.NaN);
  });
  return quantile(sortedCopy(needed), 0.95);
}

const shift = (rounds: number) => Math.log1p(minimumDetectableEffect(1, rounds) ?? Number.NaN);

test('the minimum detectable effect has 95 % power in simulated experiments', () => {
  for (const rounds of [6, 7, 8, 9, 10, 12, 15, 20, 21, 30, 45, 60]) {
    const simulated = simulatedShift(rounds, rounds < 30 ? 6000 : 3000);
    const difference = shift(rounds) / simulated - 1;
    assert.ok(Math.abs(difference) < 0.04, `R = ${rounds}: ${shift(rounds)} against ${simulated}`);
  }
});

test('ten rounds find about 1.3 sigma and twenty about 0.87', () => {
  assert.ok(Math.abs(shift(10) - 1.32) < 0.01);
  assert.ok(Math.abs(shift(20) - 0.87) < 0.01);
});

test('more rounds never find less, and below six nothing is found', () => {
  for (let rounds = 6; rounds < 200; rounds++) assert.ok(shift(rounds + 1) < shift(rounds), `R = ${rounds}`);
  assert.equal(minimumDetectableEffect(0.01, 5), undefined);
});

test('the rounds needed are the fewest whose minimum detectable effect is small enough', () => {
  const rounds = roundsNeeded(0.05, 0.05);
  assert.equal(rounds, 17);
  assert.ok((minimumDetectableEffect(0.05, 16) as number) > 0.05);
  assert.ok((minimumDetectableEffect(0.05, 17) as number) <= 0.05);
  assert.equal(roundsNeeded(0, 0.05), 6);
  assert.equal(roundsNeeded(1, 0.01), undefined);
});

test('Holm over one, three and nine comparisons needs six, seven and nine rounds', () => {
  assert.deepEqual([1, 3, 9].map(fewestRoundsFor), [6, 7, 9]);
});

test('a spread or an effect that makes no sense is refused', () => {
  assert.throws(() => minimumDetectableEffect(-1, 10), RangeError);
  assert.throws(() => roundsNeeded(0.1, 0), RangeError);
  assert.throws(() => fewestRoundsFor(0), RangeError);
});

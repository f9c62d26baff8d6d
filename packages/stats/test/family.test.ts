import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedRankInterval } from '../src/signed-rank.ts';
import { fewestRoundsFor, observedRange, pairLevel, pairsAmong, simultaneous } from '../src/verdict.ts';
import { close } from './arms.ts';

test('two arms are one pair, four are six', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(pairsAmong), [0, 1, 3, 6, 10, 15]);
});

test('the fewest rounds are those from which an interval exists', () => {
  const fewest = [1, 3, 6, 10, 15].map((pairs) => fewestRoundsFor(pairs));
  assert.deepEqual(fewest, [6, 7, 8, 9, 10]);
  for (const level of [0.5, 0.9, 0.95, 0.99]) {
    for (const pairs of [1, 3, 6, 10, 15]) {
      const rounds = Array.from({ length: fewestRoundsFor(pairs, level) }, (_, round) => round);
      assert.ok(signedRankInterval(rounds, pairLevel({ pairs, level })));
      assert.equal(signedRankInterval(rounds.slice(1), pairLevel({ pairs, level })), undefined);
    }
  }
});

test('the level of a family is the chance of all its pairs together, and never negative', () => {
  const own = observedRange(3, [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.ok(close(simultaneous(own, 1).level, own.level));
  assert.ok(close(simultaneous(own, 6).level, 1 - 6 * 2 ** -7));
  assert.equal(simultaneous(observedRange(1, [1, 2]), 6).level, 0);
});

test('an impossible level or family is refused', () => {
  assert.throws(() => pairLevel({ pairs: 6, level: 1 }), /level must lie strictly between 0 and 1/);
  assert.throws(() => fewestRoundsFor(0), /positive number of pairs, got 0/);
});

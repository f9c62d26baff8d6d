import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRespawnPolicy } from '../src/run/respawn.ts';

const EARLY = 100;
const LATER = 3_000;
const HEALTHY = 60_000;

/** The delays that these lives lead to; `give-up` as it is. */
function delays(lives: readonly number[]): (number | 'give-up')[] {
  const decide = createRespawnPolicy();
  return lives.map((livedMs) => {
    const decision = decide(livedMs);
    return decision === 'give-up' ? decision : decision.delayMs;
  });
}

test('the first that dies is replaced at once', () => {
  assert.deepEqual(delays([EARLY]), [0]);
  assert.deepEqual(delays([HEALTHY]), [0]);
});

test('each early death after it doubles the delay', () => {
  assert.deepEqual(delays(Array(8).fill(EARLY)), [0, 50, 100, 200, 400, 800, 1_600, 3_200]);
});

test('the ninth early death in a row ends the service', () => {
  assert.equal(delays(Array(9).fill(EARLY)).at(-1), 'give-up');
  assert.deepEqual(delays(Array(12).fill(0)).slice(8), Array(4).fill('give-up'));
});

test('one that ends again and again after a while is not started ever faster, nor given up', () => {
  assert.deepEqual(delays(Array(10).fill(LATER)), [0, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

test('a healthy life starts a new count', () => {
  assert.deepEqual(delays([EARLY, EARLY, EARLY, HEALTHY, EARLY]), [0, 50, 100, 0, 50]);
  assert.ok(!delays(Array.from({ length: 40 }, (_, n) => (n % 8 === 7 ? HEALTHY : 0))).includes('give-up'));
});

test('children do not count the deaths of each other', () => {
  delays(Array(9).fill(EARLY));
  assert.deepEqual(delays([EARLY]), [0]);
});

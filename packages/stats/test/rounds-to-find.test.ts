import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allPairs, compareThese } from '../src/compare-pairs.ts';
import { LOOKS } from '../src/looks.ts';
import { seededRandom } from '../src/random.ts';

const RUNS = 400;

/**
 * Simulates runs of four strategies, of which one is slower by 5 %.
 *
 * @param rounds of each run
 * @param scatter the standard deviation of the ln ratio of a pair from round to round
 * @returns the share of runs that show it to be slower than the first
 */
function found(rounds: number, scatter: number): number {
  let shown = 0;
  for (let run = 0; run < RUNS; run++) {
    const random = seededRandom(`${rounds}/${scatter}/${run}`);
    const arms = ['first', 'slower', 'third', 'fourth'].map((id) => {
      const rate = id === 'slower' ? 100 / 1.05 : 100;
      const measured = () => rate * Math.exp((scatter / Math.SQRT2) * random.normal());
      return { id, values: new Map(Array.from({ length: rounds }, (_, round) => [round, measured()])) };
    });
    const pairs = compareThese(allPairs(arms), { margin: 0.05, higherIsBetter: true, looks: LOOKS });
    const pair = pairs.find(({ contestant, against }) => `${contestant}/${against}` === 'slower/first');
    if (pair && pair.ratio.high < 1) shown++;
  }
  return shown / RUNS;
}

it('ten rounds find 5 % in 90 of 100 runs if a ratio scatters by 2.7 %, and twenty if by 4 %', () => {
  assert.ok(found(10, 0.027) >= 0.89);
  assert.ok(found(10, 0.04) < 0.7);
  assert.ok(found(20, 0.04) >= 0.88);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../src/random.ts';
import { blocksWorth, varianceComponents } from '../src/variance-components.ts';

/** Rounds whose values have these standard deviations between rounds and between blocks. */
function made(rounds: number, sizeOf: (round: number) => number, between: number, within: number) {
  const random = seededRandom('components');
  return Array.from({ length: rounds }, (_, round) => {
    const own = between * random.normal();
    return Array.from({ length: sizeOf(round) }, () => own + within * random.normal());
  });
}

describe('the variance components of rounds and their blocks', () => {
  it('are those of the values, also if rounds have different numbers of blocks', () => {
    for (const sizeOf of [() => 4, (round: number) => 2 + (round % 5)]) {
      const found = varianceComponents(made(4_000, sizeOf, 0.03, 0.08)) ?? assert.fail();
      assert.ok(Math.abs(Math.sqrt(found.betweenBlocks) - 0.08) < 0.003, `${found.betweenBlocks}`);
      assert.ok(Math.abs(Math.sqrt(found.betweenRounds) - 0.03) < 0.005, `${found.betweenRounds}`);
    }
  });

  it('are not known from one round, or from rounds of one block', () => {
    assert.equal(varianceComponents([[1, 2, 3]]), undefined);
    assert.equal(varianceComponents([[1], [2], [3]]), undefined);
  });
});

describe('the number of blocks that a round is worth', () => {
  it('is the most if blocks are independent of their round', () =>
    assert.equal(blocksWorth({ betweenBlocks: 1, betweenRounds: 0 }, 12), 12));
  it('is one if all blocks of a round agree', () =>
    assert.equal(blocksWorth({ betweenBlocks: 0, betweenRounds: 1 }, 12), 1));
  it('is between them if both vary: five blocks for equal variances', () =>
    assert.equal(blocksWorth({ betweenBlocks: 1, betweenRounds: 1 }, 12), 5));
});

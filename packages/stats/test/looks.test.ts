import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Arm } from '../src/compare-pairs.ts';
import { firstLook, LOOKS, nextLook } from '../src/looks.ts';
import { seededRandom } from '../src/random.ts';
import { close } from './arms.ts';
import { comparePairs } from './experiments.ts';

const growing = { margin: 0.05, higherIsBetter: true, looks: LOOKS };

/** Makes four arms of this many rounds. The last is higher by 5 %, and each value deviates by 3 % at random. */
function four(rounds: number, seed: string): Arm[] {
  return ['a', 'b', 'c', 'd'].map((id, index) => {
    const random = seededRandom(`${seed}/${id}`);
    const level = index === 3 ? 105 : 100;
    const values = new Map<number, number>();
    for (let round = 1; round <= 60; round++) {
      const value = level * Math.exp(0.02 * random.normal());
      if (round <= rounds) values.set(round, value);
    }
    return { id, values };
  });
}

const without = (arm: Arm | undefined, rounds: readonly number[]): Arm => ({
  id: arm?.id ?? '',
  values: new Map([...(arm?.values ?? [])].filter(([round]) => !rounds.includes(round))),
});

describe('a study that grows', () => {
  it('has no verdict before ten rounds, however different two contestants are', () => {
    const [a, b] = four(9, 'early');
    const far = {
      id: 'far',
      values: new Map([...(b?.values ?? [])].map(([round, of]) => [round, 9 * Number(of)])),
    };
    const [pair] = comparePairs([a as Arm, far], growing);
    assert.deepEqual([pair?.verdict, pair?.ratio.indicative, pair?.ratio.n], ['not-judged', true, 9]);
  });

  it('uses its first ten rounds until it has twenty, then twenty, and from forty on forty', () => {
    const at = (rounds: number) => comparePairs(four(rounds, 'steps'), growing);
    for (const [between, look] of [
      [13, 10],
      [19, 10],
      [20, 20],
      [39, 20],
      [60, 40],
    ] as const) {
      assert.deepEqual(at(between), at(look), `${between} rounds`);
      assert.equal(at(between)[0]?.ratio.n, look);
    }
  });

  it('has a look when any contestant has the rounds, and judges another by the rounds that it has', () => {
    const [a, b, c, d] = four(10, 'void');
    const compared = comparePairs([a as Arm, without(b, [4]), c as Arm, d as Arm], growing);
    assert.deepEqual(
      compared.map(({ contestant, against, ratio }) => [contestant + against, ratio.n, ratio.indicative]),
      [
        ['ba', 9, false],
        ['ca', 10, false],
        ['cb', 9, false],
        ['da', 10, false],
        ['db', 9, false],
        ['dc', 10, false],
      ],
    );
  });

  it('orders rounds by their numbers, whatever the order of the input', () => {
    const arms = four(25, 'order');
    const turned = arms.map(({ id, values }) => ({ id, values: new Map([...values].toReversed()) }));
    assert.deepEqual(comparePairs(turned, growing), comparePairs(arms, growing));
  });

  it('reports the level at which all intervals of a look hold: above 95 %, so that all looks together reach that', () => {
    for (const { rounds, share } of LOOKS) {
      for (const { ratio } of comparePairs(four(rounds, 'level'), growing))
        assert.ok(ratio.level >= 1 - 0.05 * share && ratio.level < 1, `${rounds}: ${ratio.level}`);
    }
  });
});

describe('the looks of a family', () => {
  it('divide the error without a remainder', () => {
    assert.ok(
      close(
        LOOKS.reduce((sum, { share }) => sum + share, 0),
        1,
      ),
    );
  });

  it('come later for a family whose intervals do not exist by then', () =>
    assert.deepEqual([1, 6, 15, 21, 45].map(firstLook), [10, 10, 10, 11, 12]));

  it('end after the last one', () =>
    assert.deepEqual(
      [0, 9, 10, 20, 39, 40, 60].map((rounds) => nextLook(rounds, 6)),
      [10, 10, 20, 40, 40, undefined, undefined],
    ));
});

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Arm } from '../src/compare-pairs.ts';
import { seededRandom } from '../src/random.ts';
import { close } from './arms.ts';
import { armOf, comparePairs } from './experiments.ts';

const throughput = { margin: 0.05, higherIsBetter: true };

/** An arm whose rounds lie around a centre with a relative scatter, seeded. */
function arm(id: string, centre: number, scatter: number, rounds = 12): Arm {
  const random = seededRandom(id);
  const values = Array.from({ length: rounds }, () => centre * Math.exp(scatter * random.normal()));
  return { ...armOf(values, 0), id };
}

test('each pair is compared once, the later arm with the earlier one', () => {
  const arms = [
    arm('base', 100, 0.005),
    arm('double', 200, 0.005),
    arm('twin', 100, 0.005),
    arm('noisy', 100, 0.3),
  ];
  const compared = comparePairs(arms, throughput);
  assert.deepEqual(
    compared.map(({ contestant, against, verdict }) => [contestant, against, verdict]),
    [
      ['double', 'base', 'better'],
      ['twin', 'base', 'equivalent'],
      ['twin', 'double', 'worse'],
      ['noisy', 'base', 'inconclusive'],
      ['noisy', 'double', 'worse'],
      ['noisy', 'twin', 'inconclusive'],
    ],
  );
  assert.ok(Math.abs((compared[0]?.ratio.estimate ?? 0) - 2) < 0.02);
  for (const { ratio } of compared) assert.ok(ratio.level >= 0.95 && ratio.level < 1 && ratio.n === 12);
});

test('a pair uses its common rounds, in a family of unchanged size', () => {
  const [a, b, c] = [arm('a', 100, 0.01), arm('b', 100, 0.01), arm('c', 100, 0.01)];
  const late = { id: 'b', values: new Map([...b.values].filter(([round]) => round > 3)) };
  const [first, complete] = comparePairs([a, late, c], throughput);
  assert.equal(first?.ratio.n, 9);
  assert.deepEqual(complete, comparePairs([a, b, c], throughput)[1]);
});

test('a pair without a common round has no ratio', () => {
  const [a, b] = [arm('a', 100, 0.01), arm('b', 100, 0.01)];
  const other = { id: 'late', values: new Map([[99, 100]]) };
  assert.deepEqual(
    comparePairs([a, b, other], throughput).map(({ contestant, against }) => [contestant, against]),
    [['b', 'a']],
  );
  assert.deepEqual(comparePairs([a], throughput), []);
});

test('seven rounds are too few for four arms: their range, and no verdict', () => {
  const arms = ['a', 'b', 'c', 'd'].map((id, index) => arm(id, 100 * (1 + index), 0.01, 7));
  for (const comparison of comparePairs(arms, throughput)) {
    assert.deepEqual([comparison.verdict, comparison.ratio.indicative], ['not-judged', true]);
    assert.ok(close(comparison.ratio.level, 1 - 6 / 64));
  }
});

test('an arm with a value that has no ratio is refused by name', () => {
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const bad = { id: 'bad', values: new Map([[7, value]]) };
    assert.throws(() => comparePairs([arm('a', 1, 0.1), bad], throughput), /bad has \S+ in round 7/);
  }
  assert.throws(
    () => comparePairs([arm('a', 1, 0.1), arm('b', 1, 0.1)], { ...throughput, margin: 0 }),
    /margin/,
  );
});

describe('a round of blocks', () => {
  const options = { margin: 0.05, higherIsBetter: true };
  /** Ten rounds of five blocks in which the machine is at half of its speed in every other block. */
  const arm = (id: string, factor: number, skip = -1) => ({
    id,
    values: new Map(
      Array.from({ length: 10 }, (_, round) => [
        round + 1,
        new Map(
          Array.from({ length: 5 }, (_none, block): [string, number] => [
            String(block),
            factor * ((round + block) % 2 === 0 ? 100 : 50) * (1 + round / 1000),
          ]).filter(([block]) => Number(block) !== skip),
        ),
      ]),
    ),
  });

  it('is compared block by block, so that a machine of two speeds changes no ratio', () => {
    const [pair] = comparePairs([arm('one', 1), arm('other', 1.2)], options);
    assert.ok(
      Math.abs((pair?.ratio.low ?? 0) - 1.2) < 1e-9 && Math.abs((pair?.ratio.high ?? 0) - 1.2) < 1e-9,
    );
    assert.equal(pair?.verdict, 'better');
  });

  it('is compared over the blocks that both arms have', () => {
    const [pair] = comparePairs([arm('one', 1, 0), arm('other', 1.2, 3)], options);
    assert.ok(Math.abs((pair?.ratio.estimate ?? 0) - 1.2) < 1e-9);
    assert.equal(pair?.ratio.n, 10);
  });
});

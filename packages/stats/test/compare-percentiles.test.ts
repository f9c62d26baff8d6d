import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPairs } from '../src/compare-pairs.ts';
import { comparePercentiles, type SampledArm } from '../src/compare-percentiles.ts';
import { seededRandom } from '../src/random.ts';

const latency = { margin: 0.1, higherIsBetter: false };

/** An arm whose latencies scatter around a centre, and whose rounds do by a little. */
function arm(id: string, centreMs: number, rounds = 10, scatter = 0.01): SampledArm {
  const random = seededRandom(id);
  return {
    id,
    rounds: new Map(
      Array.from({ length: rounds }, (_, round): [number, Float64Array] => {
        const own = centreMs * Math.exp(scatter * random.normal());
        return [round, Float64Array.from({ length: 400 }, () => own * (0.5 + random.next()))];
      }),
    ),
  };
}

test('all pairs of a family are compared at once, and shorter is better', () => {
  const arms = [arm('base', 10), arm('double', 20), arm('twin', 10), arm('noisy', 10, 10, 0.5)];
  const found = comparePercentiles(allPairs(arms), 0.5, latency);
  assert.deepEqual(
    found.map(({ contestant, against, verdict }) => [contestant, against, verdict]),
    [
      ['double', 'base', 'worse'],
      ['twin', 'base', 'equivalent'],
      ['twin', 'double', 'better'],
      ['noisy', 'base', 'inconclusive'],
      ['noisy', 'double', 'better'],
      ['noisy', 'twin', 'inconclusive'],
    ],
  );
  for (const { ratio } of found) assert.ok(Math.abs(ratio.level - 0.95) < 1e-9 && ratio.n === 10);
});

test('a pair uses the rounds it has in common, in a family that stays as large', () => {
  const [a, b, c] = [arm('a', 10), arm('b', 10), arm('c', 10)];
  const late = { id: 'b', rounds: new Map([...b.rounds].filter(([round]) => round > 1)) };
  const [first, whole] = comparePercentiles(allPairs([a, late, c]), 0.5, latency);
  assert.equal(first?.ratio.n, 8);
  assert.deepEqual(whole, comparePercentiles(allPairs([a, b, c]), 0.5, latency)[1]);
});

test('a pair without a common round has no ratio', () => {
  const other = { id: 'other', rounds: new Map([[99, Float64Array.of(1, 2)]]) };
  assert.deepEqual(comparePercentiles([[arm('a', 10), other]], 0.5, latency), []);
});

test('seven rounds are too few for four arms: their range, and no verdict', () => {
  const arms = ['a', 'b', 'c', 'd'].map((id, index) => arm(id, 10 * (1 + index), 7));
  for (const comparison of comparePercentiles(allPairs(arms), 0.5, latency)) {
    assert.deepEqual([comparison.verdict, comparison.ratio.indicative], ['inconclusive', true]);
    assert.ok(!('mde' in comparison));
  }
});

test('the detectable factor belongs to the interval: the wider the one, the larger the other', () => {
  const of = (scatter: number) =>
    comparePercentiles([[arm('a', 10, 10, scatter), arm('b', 10, 10, scatter)]], 0.5, latency)[0]?.mde ?? 0;
  assert.ok(of(0.02) > 1 && of(0.2) > of(0.02));
});

test('a latency without a ratio is refused, and named', () => {
  const bad = { id: 'bad', rounds: new Map([[7, Float64Array.of(0, 1)]]) };
  assert.throws(() => comparePercentiles([[bad, arm('a', 10)]], 0.5, latency), /bad has 0 in round 7/);
});

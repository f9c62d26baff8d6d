import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pooledQuantile, quantileAcrossRounds } from '../../src/stats/bootstrap.ts';
import { location } from '../../src/stats/location.ts';
import { pooledAt } from '../../src/stats/pooled-rounds.ts';
import { quantile, sortedCopy } from '../../src/stats/quantile.ts';
import { seededRandom } from '../../src/stats/random.ts';

/** Exponential response times around 10 ms; each round has its own luck. */
function cells(rounds: number, samples: number, luck = 0.1): Float64Array[] {
  const random = seededRandom('cells');
  return Array.from({ length: rounds }, () => {
    const mean = 10 * Math.exp(luck * random.normal());
    return Float64Array.from({ length: samples }, () => random.exponential(mean));
  });
}

test('the quantile of a weighted pool is that of the pool built and sorted', () => {
  const round = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 });
  const weighted = fc.tuple(round, fc.integer({ min: 1, max: 3 }));
  fc.assert(
    fc.property(
      fc.array(weighted, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 99 }),
      (pool, percent) => {
        const built = sortedCopy(pool.flatMap(([samples, weight]) => Array(weight).fill(samples).flat()));
        const expected = built[Math.ceil((percent * built.length) / 100) - 1] as number;
        const rounds = pool.map(([samples]) => sortedCopy(samples));
        const weights = pool.map(([, weight]) => weight);
        assert.ok(Math.abs(pooledAt(rounds, weights, percent / 100) - expected) <= 1e-6 * expected);
      },
    ),
  );
});

test('the estimate is the quantile of all samples and lies in its interval', () => {
  const rounds = cells(20, 2000);
  const pool = sortedCopy(rounds.flatMap((samples) => [...samples]));
  for (const p of [0.5, 0.9, 0.99]) {
    const found = pooledQuantile(rounds, p, { seed: 1 });
    assert.ok(found && Math.abs(found.estimate / quantile(pool, p) - 1) < 1e-3);
    assert.ok(found.low < found.estimate && found.estimate < found.high);
    assert.equal(found.n, 20);
  }
});

test('the interval is as wide as rounds differ, not as the number of requests suggests', () => {
  const found = pooledQuantile(cells(20, 5000, 0.2), 0.5, { seed: 1 });
  assert.ok(found);
  // A median of rounds that scatter by 20 % is known within ± 2 · 20 %/√20 ≈ 9 %; as 100,000 requests, ± 0.9 %.
  const halfWidth = (found.high - found.low) / 2 / found.estimate;
  assert.ok(halfWidth > 0.05 && halfWidth < 0.13, `${halfWidth}`);
});

test('the same seed gives the same interval, another seed nearly the same', () => {
  const rounds = cells(10, 500);
  const [one, again, other] = ['a', 'a', 'b'].map((seed) => pooledQuantile(rounds, 0.9, { seed }));
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  assert.ok(one && other && Math.abs(one.low / other.low - 1) < 0.02);
});

test('a percentile with fewer than twenty samples beyond it is not given', () => {
  assert.equal(pooledQuantile(cells(10, 199), 0.99, { seed: 1 }), undefined);
  assert.ok(pooledQuantile(cells(10, 200), 0.99, { seed: 1 }));
  assert.equal(quantileAcrossRounds(cells(10, 199), 0.99, { seed: 1 }), undefined);
});

test('few rounds give the range of their own quantiles, marked indicative', () => {
  const rounds = cells(3, 1000, 0.5);
  const found = pooledQuantile(rounds, 0.5, { seed: 1 });
  assert.ok(found?.indicative && found.level === 0.75);
  assert.ok(found.low < found.estimate && found.estimate < found.high);
  const medians = rounds.map((samples) => quantile(sortedCopy(samples), 0.5));
  assert.ok(Math.abs(found.low / Math.min(...medians) - 1) < 0.01);
});

test('rounds with enough samples each are located by their own quantiles, exactly', () => {
  const rounds = cells(8, 1000);
  const own = rounds.map((samples) => quantile(sortedCopy(samples), 0.99));
  assert.deepEqual(quantileAcrossRounds(rounds, 0.99, { seed: 1 }), location(own, { scale: 'geometric' }));
});

test('rounds with too few samples each are pooled', () => {
  const rounds = cells(10, 400);
  assert.deepEqual(
    quantileAcrossRounds(rounds, 0.99, { seed: 1 }),
    pooledQuantile(rounds, 0.99, { seed: 1 }),
  );
});

test('samples are left in the order they came in', () => {
  const rounds = [Float64Array.from({ length: 50 }, (_, i) => 50 - i)];
  pooledQuantile(rounds, 0.5, { seed: 1 });
  assert.equal(rounds[0]?.[0], 50);
});

test('a round without samples is named, not skipped', () => {
  assert.throws(
    () => pooledQuantile([new Float64Array(100), new Float64Array()], 0.5, { seed: 1 }),
    /round 1 has no/,
  );
  assert.throws(() => pooledQuantile([], 0.5, { seed: 1 }), /at least one round/);
  assert.throws(() => pooledQuantile(cells(1, 100), 1, { seed: 1 }), /p must lie strictly between/);
});

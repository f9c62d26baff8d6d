import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pooledAt, shareBeyond, sortedRounds, unscaled } from '../src/pooled-rounds.ts';
import { sortedCopy } from '../src/quantile.ts';

test('the quantile of scaled rounds is that of the pool built and sorted', () => {
  const round = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 });
  const scaled = fc.tuple(round, fc.constantFrom(0.5, 1, 3));
  fc.assert(
    fc.property(
      fc.array(scaled, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 99 }),
      (pool, percent) => {
        const built = sortedCopy(pool.flatMap(([samples, factor]) => samples.map((one) => one * factor)));
        const expected = built[Math.ceil((percent * built.length) / 100) - 1] as number;
        const rounds = pool.map(([samples, factor]) => ({ samples: sortedCopy(samples), factor }));
        assert.ok(Math.abs(pooledAt(rounds, percent / 100) - expected) <= 1e-6 * expected);
      },
    ),
  );
});

test('of samples that equal a value, half lie beyond it', () => {
  const round = unscaled([1, 2, 2, 3]);
  assert.equal(shareBeyond(round, 2), 0.5);
  assert.equal(shareBeyond({ ...round, factor: 10 }, 20), 0.5);
  assert.equal(shareBeyond(round, 2.5), 0.25);
});

test('samples are left in the order they came in, and a round without any is named', () => {
  const round = [3, 1, 2];
  assert.deepEqual(sortedRounds([round]), [Float64Array.of(1, 2, 3)]);
  assert.deepEqual(round, [3, 1, 2]);
  assert.throws(() => sortedRounds([[1], []]), /round 1 has no samples/);
  assert.throws(() => sortedRounds([]), /at least one round/);
});

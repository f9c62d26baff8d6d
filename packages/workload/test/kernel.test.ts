import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countPrimes, listPrimes } from '../src/primes/kernel.ts';
import { expectedPrimes } from '../src/primes/workload.ts';

const bound = fc.integer({ min: 1, max: 20_000 });

/** π(n) and the largest prime ≤ n, from the literature: independent of the kernel and of the oracle. */
const reference = [
  [1, 0, 0],
  [2, 1, 2],
  [3, 2, 3],
  [4, 2, 3],
  [10, 4, 7],
  [1_000, 168, 997],
  [10_000, 1_229, 9_973],
  [100_000, 9_592, 99_991],
  [200_000, 17_984, 199_999],
  [500_000, 41_538, 499_979],
  [1_000_000, 78_498, 999_983],
] as const;

test('the kernel counts as the oracle does, whatever the bound', () => {
  fc.assert(
    fc.property(bound, (upTo) => {
      const { count, largest } = expectedPrimes(upTo);
      assert.deepEqual(countPrimes(upTo), { count, largest });
    }),
  );
});

test('the kernel lists what the oracle lists', () => {
  fc.assert(fc.property(bound, (upTo) => assert.deepEqual(listPrimes(upTo), expectedPrimes(upTo))));
});

test('a list is ascending, without a product of two of its members', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 2_000 }), (upTo) => {
      const { primes = [] } = listPrimes(upTo);
      const members = new Set(primes);
      assert.equal(members.size, primes.length);
      assert.ok(primes.every((prime, index) => prime > (primes[index - 1] ?? 1) && prime <= upTo));
      assert.ok(!primes.some((a) => primes.some((b) => members.has(a * b))));
    }),
    { numRuns: 20 },
  );
});

for (const [upTo, count, largest] of reference) {
  test(`there are ${count} primes up to ${upTo}, by the kernel and by the oracle`, () => {
    assert.deepEqual(countPrimes(upTo), { count, largest });
    const expected = expectedPrimes(upTo);
    assert.deepEqual([expected.count, expected.largest], [count, largest]);
  });
}

test('the oracle answers alike when asked again, and after many others', () => {
  const first = expectedPrimes(1_000);
  assert.equal(expectedPrimes(1_000), first);
  for (let upTo = 1; upTo <= 40; upTo++) expectedPrimes(upTo);
  assert.deepEqual(expectedPrimes(1_000), first);
});

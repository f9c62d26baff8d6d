import type { PrimeCount } from './kernel.ts';

const known = new Map<number, PrimeCount>();

/** Lists the primes ≤ `upTo` by the sieve of Eratosthenes, which is no code of the kernel, and some 50 times cheaper. */
function sieve(upTo: number): number[] {
  const composite = new Uint8Array(upTo + 1);
  const primes: number[] = [];
  for (let n = 2; n <= upTo; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= upTo; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

/** Computes the right answer for `upTo`. A process computes each once, and keeps only the few inputs of a run. */
export function expectedPrimes(upTo: number): PrimeCount {
  const hit = known.get(upTo);
  if (hit) return hit;
  const primes = sieve(upTo);
  const expected = { count: primes.length, largest: primes.at(-1) ?? 0, primes };
  if (known.size >= 16) known.clear();
  known.set(upTo, expected);
  return expected;
}

/** The result of a count. `primes` is present if the request asked for the list. */
export type PrimeCount = {
  readonly count: number;
  readonly largest: number;
  readonly primes?: readonly number[];
};

/** Tests a number by trial division by 2, 3 and then 6k±1, since every prime above 3 has that form. */
function isPrime(candidate: number): boolean {
  if (candidate % 2 === 0 || candidate % 3 === 0) return candidate === 2 || candidate === 3;
  for (let divisor = 5; divisor * divisor <= candidate; divisor += 6) {
    if (candidate % divisor === 0 || candidate % (divisor + 2) === 0) return false;
  }
  return candidate > 1;
}

/**
 * Counts the primes ≤ `upTo`. It is the kernel of the published studies, and deliberately no sieve. Its CPU work is
 * constant and allocates nothing, so that measurements show how work is dispatched.
 *
 * @param upTo an integer ≥ 1
 * @returns the count; `largest` is 0 if there is no prime ≤ `upTo`
 */
export function countPrimes(upTo: number): PrimeCount {
  let count = 0;
  let largest = 0;
  for (let candidate = 2; candidate <= upTo; candidate++) {
    if (isPrime(candidate)) {
      count++;
      largest = candidate;
    }
  }
  return { count, largest };
}

/** Lists the primes, with the algorithm of `countPrimes`. The size of the answer grows with the work. */
export function listPrimes(upTo: number): PrimeCount {
  const primes: number[] = [];
  for (let candidate = 2; candidate <= upTo; candidate++) if (isPrime(candidate)) primes.push(candidate);
  return { count: primes.length, largest: primes.at(-1) ?? 0, primes };
}

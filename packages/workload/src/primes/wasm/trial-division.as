// AssemblyScript, compiled to trial-division.wasm.ts. The same trial division as in ../kernel.ts, with integers.

function isPrime(candidate: i32): bool {
  if (candidate % 2 == 0 || candidate % 3 == 0) return candidate == 2 || candidate == 3;
  for (let divisor: i32 = 5; divisor * divisor <= candidate; divisor += 6) {
    if (candidate % divisor == 0 || candidate % (divisor + 2) == 0) return false;
  }
  return candidate > 1;
}

/** How many primes there are from 2 to `upTo`. */
export function countPrimes(upTo: i32): i32 {
  let count: i32 = 0;
  for (let candidate: i32 = 2; candidate <= upTo; candidate++) {
    if (isPrime(candidate)) count++;
  }
  return count;
}

/** The largest prime ≤ `upTo`; 0 where there is none. */
export function primeBefore(upTo: i32): i32 {
  for (let candidate: i32 = upTo; candidate >= 2; candidate--) {
    if (isPrime(candidate)) return candidate;
  }
  return 0;
}

/** The smallest prime > `after`. */
export function primeAfter(after: i32): i32 {
  let candidate: i32 = after + 1;
  while (!isPrime(candidate)) candidate++;
  return candidate;
}

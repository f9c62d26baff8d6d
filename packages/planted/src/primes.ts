/** A part of a task is every so many of these stretches of numbers. */
const STRETCH = 1_000;

export type Count = { readonly count: number; readonly largest: number };

/** Divides by 6k ± 1, as the function does that other contestants compute. */
function isPrime(n: number): boolean {
  if (n % 2 === 0 || n % 3 === 0) return n === 2 || n === 3;
  for (let divisor = 5; divisor * divisor <= n; divisor += 6)
    if (n % divisor === 0 || n % (divisor + 2) === 0) return false;
  return n > 1;
}

/** Counts the primes of one part of a task. */
export function countPart(upTo: number, part = 0, parts = 1): Count {
  let [count, largest] = [0, 0];
  for (let from = part * STRETCH; from <= upTo; from += parts * STRETCH)
    for (let n = from; n <= upTo && n < from + STRETCH; n++)
      if (isPrime(n)) [count, largest] = [count + 1, n];
  return { count, largest };
}

/** The numbers of a part: those above one bound, up to another. */
export type Range = { readonly above: number; readonly to: number };

/** Divides by 6k ± 1, the same work as the other contestants do. */
function isPrime(n: number): boolean {
  if (n % 2 === 0 || n % 3 === 0) return n === 2 || n === 3;
  for (let divisor = 5; divisor * divisor <= n; divisor += 6)
    if (n % divisor === 0 || n % (divisor + 2) === 0) return false;
  return n > 1;
}

/** Finds the primes of a part, on a thread. */
export default function part({ above, to }: Range): number[] {
  const found: number[] = [];
  for (let n = above + 1; n <= to; n++) if (isPrime(n)) found.push(n);
  return found;
}

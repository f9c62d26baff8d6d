import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of pseudo-random numbers; the same seed gives the same stream on every machine. */
export type Random = {
  /** Uniform in [0, 1), a multiple of 2^−53. */
  next(): number;
  /** Uniform integer in [0, n). Throws RangeError unless n is a positive integer. */
  below(n: number): number;
  /** A new array in random order (Fisher–Yates; Knuth, TAOCP 2, algorithm P). */
  shuffle<T>(items: readonly T[]): T[];
  /** Exponential with the given mean, in the unit of the mean: the gaps of a Poisson process. */
  exponential(mean: number): number;
  /** Standard normal (Box & Muller 1958). */
  normal(): number;
};

/**
 * A seeded generator (xoroshiro128+).
 *
 * The seed is hashed as text, so that neighbouring seeds are unrelated streams and callers can derive
 * one seed from another: `${seed}/${round}`. The number 7 and the string '7' are the same seed.
 */
export function seededRandom(seed: number | string): Random {
  const generator = xoroshiro128plusFromState([0, 1, 2, 3].map((lane) => hash(`${seed}#${lane}`)));
  const next = () => uniformFloat64(generator);

  function below(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1)
      throw new RangeError(`below(n) needs a positive integer, got ${n}`);
    return Math.floor(next() * n);
  }

  return {
    next,
    below,
    shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
    exponential: (mean) => -mean * Math.log(1 - next()),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** 32 bits of FNV-1a, then the finaliser of MurmurHash3: FNV alone hardly mixes the last character. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) h = Math.imul(h ^ byte, 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

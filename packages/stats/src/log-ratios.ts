import { assertRounds } from './checks.ts';

/**
 * The logarithm of the ratio of each round, d_r = ln(a_r / b_r), without unit. Pairing by round removes what the machine
 * did to both arms of that round. The logarithm gives a ratio of 1.05 and one of 1/1.05 the same size.
 *
 * @throws RangeError for different numbers of rounds, no rounds, or a value that is not finite and positive
 */
export function logRatios(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) {
    throw new RangeError(`paired arms need the same rounds, got ${a.length} and ${b.length}`);
  }
  assertRounds(a, 'the first arm');
  assertRounds(b, 'the second arm');
  return a.map((value, round) => {
    const other = b[round] as number;
    if (value <= 0 || other <= 0) {
      throw new RangeError(`a ratio needs positive values, round ${round} has ${value} and ${other}`);
    }
    // A difference of logarithms flips its sign exactly when the arms are swapped; the logarithm of a quotient does
    // not.
    return Math.log(value) - Math.log(other);
  });
}

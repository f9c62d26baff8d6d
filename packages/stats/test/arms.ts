import fc from 'fast-check';

/** Two arms of 6 to 15 rounds, positive, of everyday sizes. */
export const arms = fc.integer({ min: 6, max: 15 }).chain((rounds) => fc.tuple(arm(rounds), arm(rounds)));

function arm(rounds: number): fc.Arbitrary<number[]> {
  const value = fc.double({ min: 0.01, max: 1e5, noNaN: true });
  return fc.array(value, { minLength: rounds, maxLength: rounds });
}

/** 6 to 15 differences of either sign, none zero and no two of the same size. */
export const untied = fc
  .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 15 })
  .chain((sizes) =>
    fc
      .array(fc.boolean(), { minLength: sizes.length, maxLength: sizes.length })
      .map((signs) => sizes.map((size, i) => (signs[i] ? size : -size) / 128)),
  );

/** Returns true if two numbers agree to nine digits. */
export function close(actual: number, expected: number, tolerance = 1e-9): boolean {
  return Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected));
}

/** Hamilton depression scale before and after a tranquilliser, nine patients (Hollander & Wolfe 1973, p. 29). */
export const depression = {
  before: [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3],
  after: [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29],
};

/** Height of cross- minus self-fertilised maize in eighths of an inch, fifteen pairs (Darwin 1876; Fisher 1935). */
export const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

/** Differences of two columns, to the digits they were printed with. */
export function differences(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, index) => Math.round((value - (b[index] as number)) * 1000) / 1000);
}

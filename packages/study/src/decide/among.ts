import { type Analysis, familiesOf } from '../model.ts';

/** The same run as if only these had taken part. */
export const among = (analysis: Analysis, ids: readonly string[]): Analysis => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => ids.includes(id)),
});

/**
 * The run among its main contestants, where there are several: the question is which strategy, and peers stand
 * beside their own one only.
 */
export function amongMain(analysis: Analysis): Analysis {
  const { main } = familiesOf(analysis.contestants);
  return main.length < 2
    ? analysis
    : among(
        analysis,
        main.map(({ id }) => id),
      );
}

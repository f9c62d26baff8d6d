import { familiesOf, type Undecided } from '../model.ts';

/** The same run as if only these had taken part. */
export const among = <A extends Undecided>(analysis: A, ids: readonly string[]): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => ids.includes(id)),
});

/**
 * The run among its main contestants, where there are several: the question is which strategy, and peers stand
 * beside their own one only.
 */
export function amongMain<A extends Undecided>(analysis: A): A {
  const { main } = familiesOf(analysis.contestants);
  return main.length < 2
    ? analysis
    : among(
        analysis,
        main.map(({ id }) => id),
      );
}

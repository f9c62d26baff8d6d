import { familiesOf, type Undecided } from '../model.ts';

/** Returns the run as if only these contestants had taken part. */
export const among = <A extends Undecided>(analysis: A, ids: readonly string[]): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => ids.includes(id)),
});

/**
 * Returns the run with its main contestants alone, if there are several. The question is which strategy to choose, and
 * a peer is compared only within its own family.
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

import type { Relate } from './relation.ts';

/** Who is ahead by one need. */
export type Standing = {
  /**
   * - `best`: all others were shown to be beaten
   * - `equal`: the leaders were shown to be the same within the margin
   * - `open`: nobody of the leaders was shown to be ahead of another
   * - `too-few`: measured in too few rounds for any verdict
   * - `alone`: one has a figure, and nobody to stand beside
   */
  readonly kind: 'best' | 'equal' | 'open' | 'too-few' | 'alone';
  /** Those whom nobody was shown to beat, in the order of the contestants. */
  readonly leaders: readonly string[];
};

/**
 * Reads off who leads.
 *
 * @param measured the contestants that have a figure, one at least
 */
export function standingOf(measured: readonly string[], relate: Relate): Standing {
  if (measured.length === 1) return { kind: 'alone', leaders: measured };
  const pairs = measured.flatMap((one, index) => measured.slice(0, index).map((other) => relate(one, other)));
  if (pairs.every((relation) => relation === undefined)) return { kind: 'too-few', leaders: measured };
  const unbeaten = measured.filter((one) => measured.every((other) => relate(one, other) !== 'worse'));
  // Verdicts of noisy pairs may go round in a circle: then nobody leads.
  const leaders = unbeaten.length > 0 ? unbeaten : measured;
  if (leaders.length === 1) return { kind: 'best', leaders };
  const isEqual = leaders.every((one) =>
    leaders.every((other) => one === other || relate(one, other) === 'same'),
  );
  return { kind: isEqual ? 'equal' : 'open', leaders };
}

/** Whether it says anything of who is ahead. */
export const tells = ({ kind }: Standing): boolean => kind !== 'too-few' && kind !== 'alone';

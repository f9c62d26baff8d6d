import type { Relate, Relation } from './relation.ts';

/** What a score is made of: a need, its weight, and how the contestants were shown to stand to each other. */
export type Weighted = {
  readonly weight: number;
  readonly answer?: { readonly figures: readonly { readonly contestant: string }[]; readonly relate: Relate };
};

export type Score = {
  readonly option: string;
  /** From −1 (beaten by everybody in everything) to 1 (beats everybody in everything). */
  readonly score: number;
  /** By how much at least it stays ahead of another, if all that is open between any two goes against it. */
  leastAgainst(other: string): number;
};

const points: Readonly<Record<Exclude<Relation, 'open'>, number>> = { better: 1, worse: -1, same: 0 };

/**
 * Copeland's rule: of each need, the others that one was shown to beat less those that were shown to beat it, as a
 * share of the others; then the weighted mean over the needs that were measured. What is open counts for nobody.
 * (Copeland 1951; Saari & Merlin 1996.)
 *
 * @returns the best first; equals in the order of `options`
 */
export function scoresOf(options: readonly string[], rows: readonly Weighted[]): Score[] {
  const counted = rows.flatMap(({ weight, answer }) => (answer && weight > 0 ? [{ weight, ...answer }] : []));
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const pointsOf = (option: string, openCounts: (one: string, other: string) => number): number =>
    counted.reduce((sum, { weight, figures, relate }) => {
      const others = figures.filter(({ contestant }) => contestant !== option);
      if (others.length === figures.length || others.length === 0) return sum;
      const won = others.reduce((wins, { contestant }) => {
        const relation = relate(option, contestant);
        return (
          wins + (relation === 'open' ? openCounts(option, contestant) : relation ? points[relation] : 0)
        );
      }, 0);
      return sum + (weight * won) / others.length;
    }, 0) / (total || 1);
  return options
    .map(
      (option): Score => ({
        option,
        score: pointsOf(option, () => 0),
        leastAgainst: (other) => pointsOf(option, () => -1) - pointsOf(other, () => 1),
      }),
    )
    .sort((a, b) => b.score - a.score);
}

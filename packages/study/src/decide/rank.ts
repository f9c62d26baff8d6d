import type { Decision, NeedResult } from './decision.ts';
import type { Standing } from './standing.ts';

/** A page inlines this file: it imports types only. */

/** The weight that the reader gives to each need, by id. A need that is not named does not count. */
export type Weights = Readonly<Record<string, number>>;

/** The score of a strategy by a reader's weights, and the range of that score. All three are from −1 to 1. */
export type Place = {
  readonly option: string;
  readonly score: number;
  /** The score if every open comparison goes against the strategy. */
  readonly least: number;
  /** The score if every open comparison goes in its favour. */
  readonly most: number;
};

/** The strategy to choose with these weights. */
export type Choice =
  /** Open comparisons could raise `rivals` to its level or above; if there are none, the choice is firm. */
  | { readonly kind: 'one'; readonly option: string; readonly rivals: readonly string[] }
  | { readonly kind: 'tie'; readonly options: readonly string[] }
  | { readonly kind: 'none'; readonly why: string };

export type Ranking = { readonly places: readonly Place[]; readonly choice: Choice };

const points: Readonly<Record<Standing['kind'], number>> = {
  best: 1,
  equivalent: 1,
  'not-shown-behind': 0,
  'not-measured': 0,
  questioned: -1,
  behind: -1,
  overloaded: -1,
};

const EQUAL = 1e-9;

/**
 * Ranks the strategies. A strategy's score is a weighted share of the needs that count. Needs in which it is best or
 * equivalent to the best add to it. Needs in which it is behind, overloaded or questioned subtract from it. An open
 * comparison could go either way, so each score has a range. A strategy that was shown to be worse than another stays
 * behind. One without an open comparison keeps its score. Any other may become best or behind. The first is firm if its
 * range lies above all others. The page, the terminal, the decision record and the script of the HTML page all rank
 * with this function.
 */
export function rank({ options, needs }: Pick<Decision, 'options' | 'needs'>, weights: Weights): Ranking {
  const weighed = needs
    .map((need) => ({ need, weight: weights[need.id] ?? 0 }))
    .filter(({ need, weight }) => weight > 0 && need.uncounted === undefined && need.pairs.length > 0);
  if (options.length < 2) return { places: [], choice: { kind: 'none', why: 'only one strategy took part' } };
  if (weighed.length === 0) return { places: [], choice: { kind: 'none', why: NOTHING } };
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (points: (need: NeedResult) => number) =>
    weighed.reduce((sum, { need, weight }) => sum + weight * points(need), 0) / total;
  const places = options
    .map(
      (option): Place => ({
        option,
        score: mean((need) => pointsOf(need, option)),
        least: mean((need) => (canMove(need, option) ? -1 : pointsOf(need, option))),
        most: mean((need) => (canMove(need, option) ? 1 : pointsOf(need, option))),
      }),
    )
    .sort((a, b) => b.score - a.score);
  return { places, choice: choiceOf(places) };
}

const NOTHING = 'this run compared no two strategies in any need that has a weight';

const kindIn = ({ standings }: NeedResult, option: string) => standings[option]?.kind ?? 'not-measured';
const pointsOf = (need: NeedResult, option: string): number => points[kindIn(need, option)];

/**
 * Returns true if open comparisons could change a strategy's standing. If a need was not measured, any comparison
 * could.
 */
function canMove(need: NeedResult, option: string): boolean {
  const { standings, pairs } = need;
  const kind = kindIn(need, option);
  if (kind === 'behind' || kind === 'overloaded' || kind === 'questioned') return false;
  const isUnknown = (one: Standing) => one.kind === 'not-measured' && one.why === undefined;
  const own = standings[option];
  if (own?.kind === 'not-measured') return isUnknown(own);
  return (
    Object.values(standings).some(isUnknown) ||
    pairs.some(
      ({ one, other, relation }) => relation === 'inconclusive' && (one === option || other === option),
    )
  );
}

function choiceOf(places: readonly Place[]): Choice {
  const [first] = places;
  if (!first) return { kind: 'none', why: NOTHING };
  const level = places.filter(({ score }) => first.score - score < EQUAL);
  if (level.length > 1) return { kind: 'tie', options: level.map(({ option }) => option) };
  const rivals = places.slice(1).filter(({ most }) => most > first.least - EQUAL);
  // A strategy that is behind in everything could reach the first only if others come before both.
  const better = rivals.filter(({ most }) => most > -1 + EQUAL);
  const named = better.length > 0 ? better : rivals;
  return { kind: 'one', option: first.option, rivals: named.map(({ option }) => option) };
}

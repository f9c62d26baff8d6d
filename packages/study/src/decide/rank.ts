import type { NeedResult, Standing } from '../model.ts';
import { advantagesOf, isCounted, isUnjudged, seenBy } from './lead.ts';
import { isOpenRelation } from './standing.ts';

/** What a ranking reads of a decision. */
export type RankedNeed = Pick<NeedResult, 'id' | 'uncounted' | 'pairs' | 'standings'>;
export type Ranked = { readonly options: readonly string[]; readonly needs: readonly RankedNeed[] };

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

const EQUAL = 1e-9;

/**
 * Ranks the options; a decision's `options` hold nobody whose figures are questioned. A score is a weighted share of the
 * needs that count. A need in which an option is best or equivalent to the best adds its weight; one in which it was
 * shown to be better than some of the others, and worse than none, adds that share. A need in which it is behind or
 * overloaded takes its weight away. An open comparison could go either way, so each score has a range. An option that
 * was shown to be worse than another stays behind. One without an open comparison keeps its score. Any other may become
 * best or behind. The first is firm if its range lies above all others. Nobody comes first without a shown difference.
 * The page, the terminal, the decision record and the script of the HTML page all rank with this function.
 */
export function rank({ options, needs }: Ranked, weights: Weights): Ranking {
  const weighed = needs
    .map((need) => ({ need, weight: weights[need.id] ?? 0 }))
    .filter(({ need, weight }) => weight > 0 && isCounted(need));
  if (options.length < 2) return { places: [], choice: { kind: 'none', why: 'only one strategy took part' } };
  if (weighed.length === 0) return { places: [], choice: { kind: 'none', why: NOTHING } };
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (points: (need: RankedNeed) => number) =>
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
  const isShown = ({ option }: Place) => weighed.some(({ need }) => advantagesOf(option, need).length > 0);
  const isEarly = weighed.every(({ need }) => isUnjudged(need));
  return { places, choice: isEarly ? { kind: 'none', why: TOO_FEW } : choiceOf(places, isShown) };
}

const NO_DIFFERENCE = 'no difference was shown in any need that has a weight';
const TOO_FEW = 'the run has too few rounds to decide any need that has a weight';
const NOT_FOR_THE_FIRST = 'no difference was shown in favour of the option with the highest score';
const NOTHING = 'this run compared no two strategies in any need that has a weight';

const kindIn = ({ standings }: RankedNeed, option: string) => standings[option]?.kind ?? 'not-measured';

function pointsOf(need: RankedNeed, option: string): number {
  const kind = kindIn(need, option);
  if (kind === 'best' || kind === 'equivalent') return 1;
  if (kind === 'behind' || kind === 'overloaded') return -1;
  const compared = seenBy(option, need).length;
  return compared > 0 ? advantagesOf(option, need).length / compared : 0;
}

/**
 * Returns true if open comparisons could change a strategy's standing. If a need was not measured, any comparison
 * could.
 */
function canMove(need: RankedNeed, option: string): boolean {
  const { standings, pairs } = need;
  const kind = kindIn(need, option);
  if (kind === 'behind' || kind === 'overloaded') return false;
  const isUnknown = (standing: Standing) => standing.kind === 'not-measured' && standing.why === undefined;
  const own = standings[option];
  if (own?.kind === 'not-measured') return isUnknown(own);
  return (
    Object.values(standings).some(isUnknown) ||
    pairs.some(({ one, other, relation }) => isOpenRelation(relation) && (one === option || other === option))
  );
}

function choiceOf(places: readonly Place[], isShown: (place: Place) => boolean): Choice {
  const [first] = places;
  if (!first) return { kind: 'none', why: NOTHING };
  const level = places.filter((place) => first.score - place.score < EQUAL && isShown(place));
  if (level.length === 0)
    return { kind: 'none', why: places.some(isShown) ? NOT_FOR_THE_FIRST : NO_DIFFERENCE };
  if (level.length > 1) return { kind: 'tie', options: level.map(({ option }) => option) };
  const [one = first] = level;
  const rivals = places.filter((place) => place !== one && place.most > one.least - EQUAL);
  // A strategy that is behind in everything could reach the first only if others come before both.
  const better = rivals.filter(({ most }) => most > -1 + EQUAL);
  const named = better.length > 0 ? better : rivals;
  return { kind: 'one', option: one.option, rivals: named.map(({ option }) => option) };
}

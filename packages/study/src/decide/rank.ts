import type { NeedResult, Standing } from '../model/decision.ts';
import { advantagesOf, isCounted, isOpenRelation, isUnjudged, seenBy } from './standing.ts';

/** What a ranking reads of a decision. */
export type RankedNeed = Pick<NeedResult, 'id' | 'uncounted' | 'pairs' | 'standings'>;
export type Ranked = { readonly options: readonly string[]; readonly needs: readonly RankedNeed[] };

/** The weight that the reader gives to each need, by id. A need that is not named does not count. */
export type Weights = Readonly<Record<string, number>>;

/** The score of a strategy by a reader's weights, and the range of that score. All three are from −1 to 1. */
export type Place = {
  readonly option: string;
  /** The score by the needs that were judged. */
  readonly score: number;
  /** The score if every open comparison, also of needs that are not judged, goes against the strategy. */
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

export type Ranking = {
  /** Empty if no need with a weight was judged. */
  readonly places: readonly Place[];
  readonly choice: Choice;
  /** The needs with a weight that make the scores, by id. */
  readonly decided: readonly string[];
  /** The needs with a weight that compare options and were not judged yet; they make no score. */
  readonly open: readonly string[];
};

const EQUAL = 1e-9;

/**
 * Ranks the options; a decision's `options` hold nobody whose figures are questioned. A score is a weighted share of the
 * needs that count and were judged. As long as needs that were not judged could change the first, nobody is chosen. A need in which an option is best or equivalent to the best adds its weight; one in which it was
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
  const judged = weighed.filter(({ need }) => !isUnjudged(need));
  const open = weighed.filter(({ need }) => isUnjudged(need));
  const apart = { decided: judged.map(({ need }) => need.id), open: open.map(({ need }) => need.id) };
  const none = (why: string): Choice => ({ kind: 'none', why });
  if (options.length < 2) return { places: [], choice: none('only one strategy took part'), ...apart };
  if (weighed.length === 0) return { places: [], choice: none(NOTHING), ...apart };
  if (judged.length === 0) return { places: [], choice: none(TOO_FEW), ...apart };
  const points = (option: string) => (need: RankedNeed) => pointsOf(need, option);
  const bound = (side: -1 | 1, option: string) => (need: RankedNeed) =>
    canMove(need, option) ? side : pointsOf(need, option);
  const mean = (own: readonly WeighedNeed[], of: (need: RankedNeed) => number) =>
    sumOf(own, of) / sumOf(own, () => 1);
  const places = options
    .map(
      (option): Place => ({
        option,
        score: mean(judged, points(option)),
        least: mean(weighed, bound(-1, option)),
        most: mean(weighed, bound(1, option)),
      }),
    )
    .sort((a, b) => b.score - a.score);
  const isShown = ({ option }: Place) => judged.some(({ need }) => advantagesOf(option, need).length > 0);
  const choice = choiceOf(places, isShown);
  const [first, ...others] = places.map(({ option }) => ({
    least: sumOf(judged, points(option)) + sumOf(open, bound(-1, option)),
    most: sumOf(judged, points(option)) + sumOf(open, bound(1, option)),
  }));
  const canTurn = open.length > 0 && others.some(({ most }) => first && most > first.least - EQUAL);
  return { places, choice: choice.kind !== 'none' && canTurn ? none(STILL_OPEN) : choice, ...apart };
}

type WeighedNeed = { readonly need: RankedNeed; readonly weight: number };

const sumOf = (weighed: readonly WeighedNeed[], of: (need: RankedNeed) => number): number =>
  weighed.reduce((sum, { need, weight }) => sum + weight * of(need), 0);

const NO_DIFFERENCE = 'no difference was shown in any need that has a weight';
const TOO_FEW = 'the run has too few rounds to judge any need that has a weight';
const STILL_OPEN = 'needs with a weight are not judged yet, and could put another strategy first';
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

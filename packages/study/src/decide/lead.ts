import type { Decision, Group, NeedResult, PairRelation } from '../model.ts';
import { seenFrom } from './standing.ts';

/** Returns true if a need counts and compares at least two options. */
export const isCounted = ({ uncounted, pairs }: Pick<NeedResult, 'uncounted' | 'pairs'>): boolean =>
  uncounted === undefined && pairs.length > 0;

/** Returns true if no look has judged any option of a need: it decides nothing yet. */
export function isUnjudged({ standings }: Pick<NeedResult, 'standings'>): boolean {
  const kinds = new Set(Object.values(standings).map(({ kind }) => kind));
  return kinds.has('not-judged') && JUDGED.every((kind) => !kinds.has(kind));
}
const JUDGED = ['best', 'equivalent', 'behind', 'not-shown-behind'] as const;

/** Returns the pairs of a need in which an option takes part, from its side. */
export const seenBy = (option: string, { pairs }: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  pairs.flatMap((pair) => seenFrom(option, pair) ?? []);

/** Returns the pairs in which the option was shown to be better. */
export const advantagesOf = (option: string, need: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  seenBy(option, need).filter(({ relation }) => relation === 'better');

/** Returns true if some other option was shown to be better. */
const isBeaten = (option: string, need: NeedResult): boolean =>
  seenBy(option, need).some(({ relation }) => relation === 'worse');

/**
 * Returns true if the option may be taken for these needs: it was shown to be better than another in one of them, and
 * worse than another in none. Without a shown difference there is nothing to take it for.
 */
export const leads = (option: string, needs: readonly NeedResult[]): boolean =>
  needs.some((need) => advantagesOf(option, need).length > 0) &&
  !needs.some((need) => isBeaten(option, need));

/** The options to take for some groups of needs: each of them leads all of these groups. */
export type Lead = { readonly options: readonly string[]; readonly groups: readonly Group[] };

/** The groups of needs that were compared, each in one of three classes. */
export type Leads = {
  /** The lead in most groups comes first. */
  readonly takes: readonly Lead[];
  /** Groups in which no difference was shown. */
  readonly level: readonly Group[];
  /** Groups in which some difference was shown, and no option leads. */
  readonly split: readonly Group[];
};

/**
 * Finds few options that lead the groups. Each step takes the option that leads most of the remaining groups; among
 * equals, the one whose groups come first.
 */
export function leadsIn({ options, needs }: Pick<Decision, 'options' | 'needs'>): Leads {
  const groups = [...Map.groupBy(needs.filter(isCounted), ({ group }) => group)].map(([group, own]) => ({
    group,
    leaders: options.filter((option) => leads(option, own)),
    isLevel: !own.some((need) => options.some((option) => isBeaten(option, need))),
  }));
  return {
    takes: coverOf(
      groups.filter(({ leaders }) => leaders.length > 0),
      options,
    ),
    level: groups.filter(({ isLevel }) => isLevel).map(({ group }) => group),
    split: groups
      .filter(({ leaders, isLevel }) => !isLevel && leaders.length === 0)
      .map(({ group }) => group),
  };
}

type GroupLeaders = { readonly group: Group; readonly leaders: readonly string[] };

function coverOf(groups: readonly GroupLeaders[], options: readonly string[]): Lead[] {
  const ledBy = (option: string) => groups.filter(({ leaders }) => leaders.includes(option));
  const largest = Math.max(0, ...options.map((option) => ledBy(option).length));
  if (largest === 0) return [];
  const first = groups.flatMap(({ leaders }) => leaders).find((option) => ledBy(option).length === largest);
  const covered = ledBy(first ?? '');
  const isSame = (option: string) =>
    ledBy(option).length === covered.length && ledBy(option).every((group) => covered.includes(group));
  return [
    { options: options.filter(isSame), groups: covered.map(({ group }) => group) },
    ...coverOf(
      groups.filter((group) => !covered.includes(group)),
      options,
    ),
  ];
}

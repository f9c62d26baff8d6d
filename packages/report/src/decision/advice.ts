import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import type { Group } from '@cpu-bound/study/model';

/** The options to choose for some groups of needs. Options of one advice lead the same groups. */
export type Advice = { readonly options: readonly string[]; readonly groups: readonly Group[] };

/** The groups of needs that were compared, each in one of three classes. */
export type AdviceByGroup = {
  /** The advice that leads most groups comes first. */
  readonly takes: readonly Advice[];
  /** Groups in which no strategy was shown to be behind. */
  readonly level: readonly Group[];
  /** Groups in which every strategy is behind in some need. */
  readonly split: readonly Group[];
};

const isBeaten = (need: NeedResult, option: string): boolean =>
  ['behind', 'overloaded', 'questioned'].includes(need.standings[option]?.kind ?? '');

/** Returns the counted needs that were measured for an option. */
export const countedOf = (needs: readonly NeedResult[], option: string): NeedResult[] =>
  needs.filter((need) => isCounted(need) && need.standings[option]?.kind !== 'not-measured');

/**
 * Finds few strategies that lead the groups. A strategy leads a group if no other was shown to be better in any counted
 * need of it. Each step takes the strategy that leads most of the remaining groups; among equals, the one whose groups
 * come first.
 */
export function adviceOf({ options, needs }: Pick<Decision, 'options' | 'needs'>): AdviceByGroup {
  const groups = [...Map.groupBy(needs.filter(isCounted), ({ group }) => group)].map(([group, own]) => {
    const measured = options.filter((option) => countedOf(own, option).length > 0);
    const leaders = measured.filter((option) => !own.some((need) => isBeaten(need, option)));
    return { group, leaders, isLevel: leaders.length === measured.length };
  });
  const led = groups.filter(({ leaders, isLevel }) => leaders.length > 0 && !isLevel);
  return {
    takes: coverOf(led, options),
    level: groups.filter(({ isLevel }) => isLevel).map(({ group }) => group),
    split: groups.filter(({ leaders }) => leaders.length === 0).map(({ group }) => group),
  };
}

type GroupLeaders = { readonly group: Group; readonly leaders: readonly string[] };

function coverOf(groups: readonly GroupLeaders[], options: readonly string[]): Advice[] {
  const ledBy = (option: string) => groups.filter(({ leaders }) => leaders.includes(option));
  const largest = Math.max(0, ...options.map((option) => ledBy(option).length));
  if (largest === 0) return [];
  const first = groups.flatMap(({ leaders }) => leaders).find((option) => ledBy(option).length === largest);
  const covered = ledBy(first ?? '');
  const isSame = (option: string) => {
    const own = ledBy(option);
    return own.length === covered.length && own.every((one) => covered.includes(one));
  };
  const rest = groups.filter((one) => !covered.includes(one));
  return [
    { options: options.filter(isSame), groups: covered.map(({ group }) => group) },
    ...coverOf(rest, options),
  ];
}

/** Returns the price of an option: the counted needs in which it is behind or overloaded, the largest factor first. */
export function priceOf(needs: readonly NeedResult[], option: string): NeedResult[] {
  const factorIn = ({ standings }: NeedResult) => {
    const standing = standings[option];
    return standing?.kind === 'behind' ? (standing.factor?.estimate ?? 1) : Number.POSITIVE_INFINITY;
  };
  return needs
    .filter((need) => isCounted(need) && isBeaten(need, option))
    .sort((a, b) => factorIn(b) - factorIn(a));
}

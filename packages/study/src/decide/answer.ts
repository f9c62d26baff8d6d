import { type Interval, inverse } from '@cpu-bound/stats/interval';
import {
  type Cell,
  type Decision,
  type Group,
  isCount,
  type NeedResult,
  type PairRelation,
} from '../model.ts';
import { advantagesOf, isCounted, leads, leadsIn, seenBy } from './lead.ts';
import { rank } from './rank.ts';

/**
 * The purposes that a reader decides about: a request whose client waits, the most traffic within a p99, work that must
 * survive, and cost.
 */
export type Purpose = 'requests' | 'traffic' | 'survival' | 'cost';

/** The groups of a purpose; the purpose of traffic has a need alone, which also counts in its group. */
const PURPOSES: Readonly<Record<Exclude<Purpose, 'traffic'>, readonly Group[]>> = {
  requests: ['light requests', 'speed'],
  survival: ['failures'],
  cost: ['costs'],
};
const IN_ORDER: readonly Purpose[] = ['requests', 'traffic', 'survival', 'cost'];

/** A need in which a difference to another option was shown, with the factor by which the better one is better. */
export type Difference = { readonly need: NeedResult; readonly other: string; readonly factor?: Interval };

/** An option to take, and what was shown about it. */
export type Taken = {
  readonly option: string;
  /** The option that the reader would take instead; absent if there is no other. */
  readonly rival?: string;
  /** Needs in which it is better: than the rival, or else than another. The needs of the purpose come first. */
  readonly gains: readonly Difference[];
  /** Needs in which the rival is better, likewise. */
  readonly price: readonly Difference[];
  /** Needs of the purpose in which no difference to the rival was shown. */
  readonly open: readonly NeedResult[];
  /** The accepted jobs, of which it lost none, if it is taken for that. */
  readonly kept?: LostJobs | undefined;
};

type LostJobs = Extract<Cell, { kind: 'lost jobs' }>;

/** An answer of a run: a purpose, and the options to take for it. */
export type Answer = {
  readonly purpose: Purpose;
  /** The groups of needs that it is about. */
  readonly groups: readonly Group[];
  /** True if these are all groups of the purpose that were compared. */
  readonly isWhole: boolean;
  /** Empty if the run gives no reason to prefer one or two. */
  readonly take: readonly Taken[];
  /** More options than a reader can take, of which none was shown to be better than another of them. */
  readonly alike: readonly string[];
  /** The counted needs of the groups. */
  readonly needs: readonly NeedResult[];
  /** Needs of the same groups without a finding, although a question measures them. */
  readonly missing: readonly NeedResult[];
};

/** “Take A, B, C or D” takes nothing. */
const MOST_TAKEN = 2;

/**
 * Returns the answers by purpose. The page, the guides, the terminal and the HTML page take their sentences from here;
 * a decision's `options` hold nobody whose figures are questioned. There are none if no two options were compared.
 */
export const answersOf = ({ options, needs }: Pick<Decision, 'options' | 'needs'>): Answer[] =>
  needs.some(isCounted)
    ? IN_ORDER.flatMap((purpose) =>
        purpose === 'traffic' ? trafficAnswers(options, needs) : answersFor(purpose, options, needs),
      )
    : [];

/** Answers by the need of traffic alone; nothing unless one or two options lead in it. */
function trafficAnswers(options: readonly string[], needs: readonly NeedResult[]): Answer[] {
  const own = needs.filter((need) => need.purpose === 'traffic' && isCounted(need));
  const take = options.filter((option) => leads(option, own));
  return take.length === 0 || take.length > MOST_TAKEN
    ? []
    : [
        {
          purpose: 'traffic',
          groups: own.map(({ group }) => group),
          isWhole: true,
          take: take.map((option) => ofThese(takenFor(option, { options, needs }, own), own)),
          alike: [],
          needs: own,
          missing: [],
        },
      ];
}

/** Keeps what was shown in these needs: other answers have the other gains. */
const ofThese = (taken: Taken, needs: readonly NeedResult[]): Taken => ({
  ...taken,
  gains: taken.gains.filter(({ need }) => needs.includes(need)),
});

function answersFor(
  purpose: keyof typeof PURPOSES,
  options: readonly string[],
  needs: readonly NeedResult[],
): Answer[] {
  const own = PURPOSES[purpose].flatMap((group) => needs.filter((need) => need.group === group));
  const compared = new Set(own.filter(isCounted).map(({ group }) => group));
  const answer = (leaders: readonly string[], groups: readonly Group[]): Answer => {
    const take = leaders.length > MOST_TAKEN ? [] : leaders;
    const ofGroups = own.filter(({ group }) => groups.includes(group));
    return {
      purpose,
      groups,
      isWhole: groups.length >= compared.size,
      alike: take.length > 0 ? [] : leaders,
      take: take.map((option) => takenFor(option, { options, needs }, ofGroups)),
      needs: ofGroups.filter(isCounted),
      missing: ofGroups.filter(isOpen),
    };
  };
  const kept = keptIn(own, options);
  if (kept.size > 0) {
    const { take, ...rest } = answer([...kept.keys()], PURPOSES[purpose]);
    return [{ ...rest, take: take.map((taken) => ({ ...taken, kept: kept.get(taken.option) })) }];
  }
  const { takes, split, level } = leadsIn({ options, needs: own });
  return [
    ...takes.map((lead) => answer(lead.options, lead.groups)),
    ...split.map((group) => answer([], [group])),
    ...(level.length > 0 ? [answer([], level)] : []),
  ];
}

/** Returns true for a need without a finding that a question measures and that repeats no other need. */
export const isOpen = ({ question, restates, measured, why }: NeedResult): boolean =>
  question !== undefined && restates === undefined && !measured && why === undefined;

/** Finds the options that preserve accepted work, if not all do: they lost no job, and another loses or takes none. */
const keptIn = (needs: readonly NeedResult[], options: readonly string[]): ReadonlyMap<string, LostJobs> =>
  new Map(
    needs.flatMap((need) =>
      options.flatMap((id): [string, LostJobs][] => {
        const cell = need.measured?.cells[id];
        const isKept = cell?.kind === 'lost jobs' && cell.count.high === 0;
        return isKept && advantagesOf(id, need).length > 0 ? [[id, cell]] : [];
      }),
    ),
  );

export const purposeOf = ({ group, purpose: own }: NeedResult): Purpose =>
  own ?? IN_ORDER.find((purpose) => purpose !== 'traffic' && PURPOSES[purpose].includes(group)) ?? 'cost';

/** A weight beside which all other needs together weigh nothing. */
const OWN = 1000;

/**
 * Returns what was shown about an option to take, beside what the reader would take instead: the best of the others by
 * the same needs, all weighted alike; the other needs decide between equals.
 *
 * @param decisive the needs for which it is taken
 */
export function takenFor(
  option: string,
  { options, needs: all }: Pick<Decision, 'options' | 'needs'>,
  decisive: readonly NeedResult[],
): Taken {
  const others = options.filter((id) => id !== option);
  const weights = Object.fromEntries(all.map((need) => [need.id, decisive.includes(need) ? OWN : 1]));
  const [next] = rank({ options: others, needs: all }, weights).places;
  const rival = next?.option ?? others[0];
  if (rival === undefined) return { option, gains: [], price: [], open: [] };
  const inOrder = [...decisive, ...all.filter((need) => !decisive.includes(need))].filter(
    ({ restates }) => restates === undefined,
  );
  const differences = (relation: 'better' | 'worse') =>
    inOrder.flatMap((need) =>
      isCounted(need) || isCountOf(need, option) ? differenceTo(rival, option, need, relation) : [],
    );
  // An option that is behind the best in a need is not recommended for it, though the rival is farther behind.
  const gains = differences('better').filter(({ need }) => need.standings[option]?.kind !== 'behind');
  const isOfPurpose = ({ need }: Difference) => decisive.includes(need);
  return {
    option,
    rival,
    gains: gains.some(isOfPurpose) ? gains : [...largestOf(option, decisive), ...gains],
    price: differences('worse'),
    open: decisive.filter((need) => isCounted(need) && seenBy(option, need).some(isUndecided(rival, need))),
  };
}

/** Returns true for a pair with the rival that has enough rounds for a verdict, and shows no difference. */
const isUndecided =
  (rival: string, { measured }: NeedResult) =>
  ({ other, relation, ratio }: PairRelation): boolean => {
    const isJudged = ratio
      ? !ratio.indicative
      : measured !== undefined && measured.n >= (measured.enough ?? measured.n + 1);
    return other === rival && isJudged && (relation === 'inconclusive' || relation === 'equivalent');
  };

/** A count is a price although only some options can have it: requests that a killed Redis leaves unanswered. */
function isCountOf({ measured }: NeedResult, option: string): boolean {
  const cell = measured?.cells[option];
  return cell !== undefined && isCount(cell) && cell.count.high > 0;
}

const differenceTo = (
  rival: string,
  option: string,
  need: NeedResult,
  relation: 'better' | 'worse',
): Difference[] =>
  seenBy(option, need)
    .filter((pair) => pair.other === rival && pair.relation === relation)
    .map(({ other, ratio }) => ({ need, other, ...(ratio && { factor: better(ratio) }) }));

/** Returns the largest advantage over any other option. */
const largestOf = (option: string, needs: readonly NeedResult[]): Difference[] =>
  needs
    .filter(isCounted)
    .flatMap((need) =>
      advantagesOf(option, need).map(({ other, ratio }) => ({
        need,
        other,
        ...(ratio && { factor: ratio }),
      })),
    )
    .sort((a, b) => (b.factor?.estimate ?? 1) - (a.factor?.estimate ?? 1))
    .slice(0, 1);

/** Turns a ratio so that it is above 1. */
const better = (ratio: Interval): Interval => (ratio.estimate >= 1 ? ratio : inverse(ratio));

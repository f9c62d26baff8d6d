import { type Interval, inverse } from '@cpu-bound/stats/interval';
import { type Cell, type Decision, type Group, isCount, type NeedResult } from '../model.ts';
import { advantagesOf, isCounted, leads, leadsIn, seenBy } from './lead.ts';

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

/** A shown difference to another option, with the factor by which the better one is better. */
export type Difference = { readonly other: string; readonly factor?: Interval };

/** A need in which an option is better than others: than the nearest of them, and than the one farthest behind. */
export type Gain = { readonly need: NeedResult; readonly over: readonly Difference[] };

/** A need in which an option is behind, as its row of the table is marked, and the option that is farthest ahead. */
export type Price = Difference & { readonly need: NeedResult };

/** An option to take, and what was shown about it. */
export type Taken = {
  readonly option: string;
  /** Needs of the purpose in which it is better than another, and behind none. */
  readonly gains: readonly Gain[];
  /** Needs of the purpose that were judged, in which it was shown to be neither better nor behind. */
  readonly open: readonly NeedResult[];
  /** Other needs in which it is better than another, and best or equivalent to the best. */
  readonly alsoBest: readonly NeedResult[];
  /** All needs in which it is behind, the largest difference first; counts, which have no factor, come before. */
  readonly price: readonly Price[];
  /** The accepted jobs, of which it lost none, if it is taken for that. */
  readonly kept?: LostJobs | undefined;
};

type LostJobs = Extract<Cell, { kind: 'lost jobs' }>;

/** An answer of a run: a purpose, and the options to take for it. */
export type Answer = {
  readonly purpose: Purpose;
  /** The groups of needs that it is about. */
  readonly groups: readonly Group[];
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
  const own = needs.filter((need) => need.row === 'traffic' && isCounted(need));
  const take = options.filter((option) => leads(option, own));
  return take.length === 0 || take.length > MOST_TAKEN
    ? []
    : [
        {
          purpose: 'traffic',
          groups: own.map(({ group }) => group),
          // The other answers name the other needs in which it is best.
          take: take.map((option) => ({ ...takenFor(option, needs, own), alsoBest: [] })),
          alike: [],
          needs: own,
          missing: [],
        },
      ];
}

function answersFor(
  purpose: keyof typeof PURPOSES,
  options: readonly string[],
  needs: readonly NeedResult[],
): Answer[] {
  const own = PURPOSES[purpose].flatMap((group) => needs.filter((need) => need.group === group));
  const answer = (leaders: readonly string[], groups: readonly Group[]): Answer => {
    const take = leaders.length > MOST_TAKEN ? [] : leaders;
    const ofGroups = own.filter(({ group }) => groups.includes(group));
    return {
      purpose,
      groups,
      alike: take.length > 0 ? [] : leaders,
      take: take.map((option) => takenFor(option, needs, ofGroups)),
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
export const isOpen = ({ question, measured, why }: NeedResult): boolean =>
  question !== undefined && !measured && why === undefined;

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

export const purposeOf = ({ group, row }: NeedResult): Purpose =>
  (row === 'traffic' ? row : undefined) ??
  IN_ORDER.find((purpose) => purpose !== 'traffic' && PURPOSES[purpose].includes(group)) ??
  'cost';

/**
 * Returns what was shown about an option to take. Gains are those of the purpose; the price is all that the table marks.
 *
 * @param decisive the needs for which it is taken
 */
export function takenFor(
  option: string,
  needs: readonly NeedResult[],
  decisive: readonly NeedResult[],
): Taken {
  const counted = needs.filter(isCounted);
  const ofPurpose = counted.filter((need) => decisive.includes(need));
  const kindIn = ({ standings }: NeedResult) => standings[option]?.kind;
  const isAhead = (need: NeedResult) => kindIn(need) !== 'behind' && advantagesOf(option, need).length > 0;
  return {
    option,
    gains: ofPurpose.filter(isAhead).map((need) => ({ need, over: ends(advantages(option, need)) })),
    open: ofPurpose.filter((need) => kindIn(need) === 'not-shown-behind' && !isAhead(need)),
    alsoBest: counted.filter(
      (need) => !decisive.includes(need) && isAhead(need) && kindIn(need) !== 'not-shown-behind',
    ),
    price: needs.flatMap((need) => priceIn(need, option)).toSorted((a, b) => sizeOf(b) - sizeOf(a)),
  };
}

const sizeOf = ({ factor }: Difference): number => factor?.estimate ?? Number.POSITIVE_INFINITY;

/** Returns the options that this one was shown to be better than, the nearest first. */
const advantages = (option: string, need: NeedResult): Difference[] =>
  advantagesOf(option, need)
    .map(({ other, ratio }) => ({ other, ...(ratio && { factor: better(ratio) }) }))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b) || countIn(need, a.other) - countIn(need, b.other));

/** The first and the last, which may be one. */
const ends = <T>(items: readonly T[]): T[] => [...items.slice(0, 1), ...items.slice(1).slice(-1)];

/** The requests or jobs that were lost; 0 if the need counts none. */
function countIn({ measured }: NeedResult, option: string): number {
  const cell = measured?.cells[option];
  return cell && isCount(cell) ? cell.count.estimate : 0;
}

/**
 * Returns the difference to the option farthest ahead, if the need counts and the option is behind in it. A count is a
 * price although only some options can have it: requests that a killed Redis leaves unanswered.
 */
function priceIn(need: NeedResult, option: string): Price[] {
  if (!isCounted(need) && countIn(need, option) === 0) return [];
  const [ahead] = seenBy(option, need)
    .filter(({ relation }) => relation === 'worse')
    .map(({ other, ratio }) => ({ need, other, ...(ratio && { factor: better(ratio) }) }))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || countIn(need, a.other) - countIn(need, b.other));
  return ahead ? [ahead] : [];
}

/** Turns a ratio so that it is above 1. */
const better = (ratio: Interval): Interval => (ratio.estimate >= 1 ? ratio : inverse(ratio));

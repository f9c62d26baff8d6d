import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import { seenFrom } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Group, Standing } from '@cpu-bound/study/model';
import { listed } from '../tables/sentences.ts';
import { type Advice, adviceOf, countedOf } from './advice.ts';
import { nounOf } from './cell-text.ts';
import { mechanismOf, type Purpose } from './mechanism.ts';
import { singleNumber } from './needs-table.ts';
import { MOST_ITEMS, priceIn } from './price.ts';

/** An answer of the run: a purpose, the strategies for it, the reason, and the price. */
export type Answer = {
  /** `a request that waits for its answer` */
  readonly what: string;
  /** The ids of the strategies; empty if the run gives no reason to prefer one. */
  readonly take: readonly string[];
  /** The mechanism behind each of `take`, in half a sentence, if it is known. */
  readonly because: readonly string[];
  /** The finding in a sentence or two, without the last full stop. */
  readonly why: string;
  /** Needs of the same groups without a finding, although a question measures them. */
  readonly missing: readonly string[];
  /** The price of each of `take`, in words. */
  readonly price: readonly (readonly string[])[];
};

const PURPOSES: readonly {
  readonly purpose: Purpose;
  readonly what: string;
  readonly groups: readonly Group[];
}[] = [
  { purpose: 'requests', what: 'a request that waits for its answer', groups: ['light requests', 'speed'] },
  { purpose: 'survival', what: 'work that must survive failures', groups: ['failures'] },
  { purpose: 'cost', what: 'the smallest cost', groups: ['costs'] },
];

type Facts = Pick<Analysis, 'contestants'>;

/**
 * Returns the answers by purpose, with options, reason and price: the same for the page, the guide and the terminal.
 * There are none if no two strategies were compared.
 *
 * @param only the one purpose to answer for
 */
export const answersOf = (
  { options, needs }: Pick<Decision, 'options' | 'needs'>,
  facts: Facts,
  only?: Purpose,
): Answer[] =>
  (needs.some(isCounted) ? PURPOSES : []).flatMap(({ purpose, what, groups }) => {
    if (only !== undefined && purpose !== only) return [];
    const own = groups.flatMap((group) => needs.filter((need) => need.group === group));
    const keepers = purpose === 'survival' ? keepersOf(own, options) : [];
    if (keepers.length > 0) {
      const why = lossOf(own, keepers);
      return [answerFrom({ what, purpose, options: keepers, why, needs, groups }, facts)];
    }
    return ofGroups({ options, needs: own }, what).map(({ what: of, take, why, groups: led }) =>
      answerFrom({ what: of, purpose, options: take, why, needs, groups: led }, facts),
    );
  });

type AnswerParts = {
  readonly what: string;
  readonly purpose: Purpose;
  readonly options: readonly string[];
  readonly why: string;
  readonly needs: readonly NeedResult[];
  readonly groups: readonly Group[];
};

function answerFrom(
  { what, purpose, options, why, needs, groups }: AnswerParts,
  { contestants }: Facts,
): Answer {
  const factsOf = (id: string) => contestants.find((one) => one.id === id);
  return {
    what,
    take: options,
    because: options.flatMap((id) => mechanismOf(factsOf(id)?.family, purpose) ?? []),
    why,
    missing: needs.filter((need) => isOpen(need) && groups.includes(need.group)).map(({ title }) => title),
    price: options.map((id) => priceIn(needs, id, factsOf(id)?.needs ?? [])),
  };
}

/** Advises by the needs of some groups: once if a strategy leads all of them, otherwise for each part. */
function ofGroups({ options, needs }: Pick<Decision, 'options' | 'needs'>, what: string) {
  const { takes, level, split } = adviceOf({ options, needs });
  const compared = new Set(needs.filter(isCounted).map(({ group }) => group));
  const own = (groups: readonly Group[]) =>
    needs.filter((need) => isCounted(need) && groups.includes(need.group));
  const named = (groups: readonly Group[]) => (groups.length === compared.size ? what : listed(groups));
  const reasonOf = (advice: Advice) => {
    const [only, ...others] = bestNeeds(advice, own(advice.groups));
    return only && others.length === 0 && advice.groups.length < compared.size
      ? only.title
      : named(advice.groups);
  };
  const none = (groups: readonly Group[], why: string) => ({ what: named(groups), take: [], why, groups });
  return [
    ...takes.map((advice) => ({
      what: reasonOf(advice),
      take: advice.options,
      why: whyOf(advice, own(advice.groups)),
      groups: advice.groups,
    })),
    ...split.map((group) => none([group], bestIn(own([group])))),
    ...(level.length > 0 ? [none(level, levelWords(own(level)))] : []),
  ];
}

function lostJobs(needs: readonly NeedResult[], option: string) {
  const cell = needs.find(({ id }) => id === 'jobs')?.measured?.cells[option];
  return cell?.kind === 'lost jobs' ? cell : undefined;
}

/** Returns the strategies that preserve accepted work: they lost no job, and their figures are not in doubt. */
function keepersOf(needs: readonly NeedResult[], options: readonly string[]): string[] {
  const keepers = options.filter(
    (id) =>
      lostJobs(needs, id)?.count.high === 0 &&
      !needs.some(({ standings }) => standings[id]?.kind === 'questioned'),
  );
  return keepers.length < options.length ? keepers : [];
}

function lossOf(needs: readonly NeedResult[], keepers: readonly string[]): string {
  const [accepted] = keepers.flatMap((id) => lostJobs(needs, id)?.total ?? []);
  return `None of ${accepted} accepted jobs was lost when everything restarted`;
}

/** Returns true for a need without a finding that a question measures and that repeats no other need. */
export const isOpen = ({ question, restates, measured, why }: NeedResult): boolean =>
  question !== undefined && restates === undefined && !measured && why === undefined;

const isBest = (standing: Standing | undefined): boolean =>
  standing?.kind === 'best' || standing?.kind === 'equivalent';

/** Returns the needs in which all options of an advice are best. A need in which every strategy is equally good is no reason. */
const bestNeeds = ({ options }: Advice, needs: readonly NeedResult[]): NeedResult[] =>
  countedOf(needs, options[0] ?? '').filter(
    ({ standings }) =>
      options.every((one) => isBest(standings[one])) &&
      !Object.values(standings).every((standing) => isBest(standing)),
  );

/** Explains the choice by what was shown, and by nothing else. */
function whyOf(advice: Advice, needs: readonly NeedResult[]): string {
  const [option = ''] = advice.options;
  const counted = countedOf(needs, option);
  const best = bestNeeds(advice, needs);
  const [first] = counted;
  const where =
    best.length > 3
      ? `in ${best.length} of ${counted.length} needs`
      : `in ${listed(best.map(({ title }) => title))}`;
  const none =
    counted.length === 1 && first
      ? `No other strategy was shown to be better in ${first.title}`
      : `No other strategy was shown to be better in these ${counted.length} needs`;
  const isAlone = best.every(({ standings }) => standings[option]?.kind === 'best');
  const [largest] = largestIn(option, counted);
  if (largest !== undefined) return largest;
  return best.length > 0 ? `${isAlone ? 'Best' : 'Best or equivalent'} ${where}` : none;
}

/**
 * Returns the largest difference to another strategy, with both figures, among needs in which half of the others are
 * worse.
 */
function largestIn(option: string, needs: readonly NeedResult[]): string[] {
  const [largest] = needs
    .filter(({ pairs, standings }) => {
      const others = Object.values(standings).filter(({ kind }) => kind !== 'not-measured').length - 1;
      const worse = pairs.filter((pair) => seenFrom(option, pair)?.relation === 'better').length;
      return worse >= others / 2;
    })
    .flatMap((need) =>
      need.pairs.flatMap((pair) => {
        const seen = seenFrom(option, pair);
        const cells = need.measured?.cells ?? {};
        const [own, other] = [singleNumber(cells[option]), singleNumber(cells[seen?.other ?? ''])];
        return seen?.relation === 'better' && seen.ratio && own && other
          ? [{ need, other: seen.other, ratio: seen.ratio.estimate, figures: [own, other] as const }]
          : [];
      }),
    )
    .sort((a, b) => b.ratio - a.ratio);
  if (!largest) return [];
  const { need, other, figures } = largest;
  const { row = { noun: need.title } } = need.measured ?? {};
  const [noun, unit = ''] = [nounOf(row), row.unit];
  const [own, theirs] = figures.map(({ estimate }) => `${format.number(estimate)}${unit && ` ${unit}`}`);
  return [`${format.capital(noun)}: ${own}, and ${theirs} with ${other}`];
}

/** Names the best strategy in each need, for a group in which each strategy is behind in some need. */
function bestIn(needs: readonly NeedResult[]): string {
  const best = needs.flatMap(({ title, standings }) => {
    const ids = Object.keys(standings).filter((id) => isBest(standings[id]));
    return ids.length > 0 ? [`${ids.join(' or ')} (${title})`] : [];
  });
  const each = 'Every strategy is behind in at least one need';
  return best.length > 0 ? `${each}. Best: ${best.join(', ')}` : each;
}

const levelWords = (needs: readonly NeedResult[]): string =>
  needs.every(({ standings }) => Object.values(standings).every(({ kind }) => kind === 'equivalent'))
    ? 'All strategies are equivalent'
    : 'No difference was shown';

/**
 * An answer in words: `For speed, take cluster`, its reason, its finding, and its price, each without the last full
 * stop.
 */
export type AnswerWords = {
  readonly head: string;
  readonly because?: string;
  readonly found: string;
  /** Undefined if no strategy is chosen. */
  readonly price?: string;
};

export const answerWords = (...given: Parameters<typeof answersOf>): AnswerWords[] =>
  answersOf(...given).map(({ what, take, because, why, missing, price }) => {
    const found = missing.length > 0 ? `${why}. Not measured: ${fewOf(missing)}` : why;
    if (take.length === 0) return { head: `For ${what}`, found };
    return {
      head: `For ${what}, take ${listed(take, 'or')}`,
      ...(because.length === take.length && { because: `because ${eachOf(take, because)}` }),
      found,
      price: priceText(take, price),
    };
  });

/** Writes a paragraph of Markdown for each answer: take X, because Y, at the price of Z. */
export const answerLines = (...given: Parameters<typeof answersOf>): string[] =>
  answerWords(...given).map(({ head, because, found, price }) =>
    price === undefined
      ? `**${head}**: ${format.uncapital(found)}.`
      : `**${head}**${because === undefined ? '' : `, ${because}`}. ${found}. **Price**: ${price}.`,
  );

/** Joins the words of several options, each with its name; a single option has the words alone. */
const eachOf = (take: readonly string[], words: readonly string[]): string =>
  take.length === 1 ? words.join('') : listed(words.map((text, index) => `${text} (${take[index]})`));

/** `a, b and c`; `a, b and 3 more` */
const fewOf = (titles: readonly string[]): string =>
  titles.length > MOST_ITEMS + 1
    ? listed([...titles.slice(0, MOST_ITEMS), `${titles.length - MOST_ITEMS} more`])
    : listed(titles);

/** The price of each option; once, where all have the same. */
function priceText(take: readonly string[], price: Answer['price']): string {
  const texts = price.map((items) => items.join('; '));
  const [first = ''] = texts;
  if (texts.every((text) => text === first)) return first === '' ? 'none was shown' : first;
  return texts.flatMap((text, index) => (text === '' ? [] : [`${take[index]}: ${text}`])).join('. ');
}

import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Group, Standing } from '@cpu-bound/study/model';
import { listed } from '../tables/sentences.ts';
import { type Advice, adviceOf, countedOf, priceOf } from './advice.ts';

/** One thing that the run answers: for what, which strategies, why, and at what price. */
export type Answer = {
  /** `Speed and light requests` */
  readonly what: string;
  /** Ids; none where the run gives no reason to prefer one. */
  readonly take: readonly string[];
  readonly why: string;
  /** Needs of the same groups that nothing was found about, though a question measures them. */
  readonly missing: readonly string[];
  /** For each of `take` what it costs, in words. */
  readonly price: readonly (readonly string[])[];
};

/** What to take for which needs, and at what price: the same for the page, the guide and the terminal. */
export function answersOf(
  { options, needs }: Pick<Decision, 'options' | 'needs'>,
  { contestants }: Pick<Analysis, 'contestants'>,
): Answer[] {
  const { takes, level, split } = adviceOf({ options, needs });
  const backends = (id: string) => contestants.find((one) => one.id === id)?.needs ?? [];
  const own = (groups: readonly Group[]) =>
    needs.filter((need) => isCounted(need) && groups.includes(need.group));
  const missing = (groups: readonly Group[]) =>
    needs.filter((need) => isOpen(need) && groups.includes(need.group)).map(({ title }) => title);
  return [
    ...takes.map(
      (advice): Answer => ({
        what: listed(advice.groups.map((group) => (group === 'costs' ? 'low costs' : group))),
        take: advice.options,
        why: whyOf(advice, own(advice.groups)),
        missing: missing(advice.groups),
        price: advice.options.map((option) => priceIn(needs, option, backends(option))),
      }),
    ),
    ...split.map(
      (group): Answer => ({
        what: group,
        take: [],
        why: bestIn(own([group])),
        missing: missing([group]),
        price: [],
      }),
    ),
    ...(level.length > 0
      ? [{ what: listed(level), take: [], why: levelWords(own(level)), missing: missing(level), price: [] }]
      : []),
  ];
}

/** Whether nothing was found about it, although a question measures it and it repeats no other need. */
export const isOpen = ({ question, restates, measured, why }: NeedResult): boolean =>
  question !== undefined && restates === undefined && !measured && why === undefined;

/** The reason to take it: only what was shown. A need in which all strategies are equally good is no reason. */
function whyOf({ options }: Advice, needs: readonly NeedResult[]): string {
  const [option = ''] = options;
  const counted = countedOf(needs, option);
  const isBest = (standing: Standing | undefined) =>
    standing?.kind === 'best' || standing?.kind === 'equivalent';
  const best = counted.filter(
    ({ standings }) =>
      options.every((one) => isBest(standings[one])) &&
      !Object.values(standings).every((standing) => isBest(standing)),
  );
  const [first] = counted;
  if (best.length === 0)
    return counted.length === 1 && first
      ? `No other strategy was shown to be better in ${first.title}`
      : `No other strategy was shown to be better in these ${counted.length} needs`;
  const isAlone = best.every(({ standings }) => standings[option]?.kind === 'best');
  const where =
    best.length > 3 ? `${best.length} of ${counted.length} needs` : listed(best.map(({ title }) => title));
  const sign = best.length > 3 ? ' in' : ':';
  return `${isAlone ? 'Best' : 'Best or equivalent'}${sign} ${where}`;
}

const MOST_ITEMS = 2;

/** Where it is behind, the largest factor first, what has to run beside it, and how many more needs there are. */
function priceIn(needs: readonly NeedResult[], option: string, backends: readonly string[]): string[] {
  const prices = priceOf(needs, option);
  const items = prices.map((need) => costOf(need, option));
  const kept = items.length > MOST_ITEMS + 1 ? MOST_ITEMS : items.length;
  return [
    ...items.slice(0, kept),
    ...backends.map((name) => `${capital(name)} to run`),
    ...(kept < items.length ? [`and ${items.length - kept} more`] : []),
  ];
}

/** `memory ×1.48`; without a ratio `failing tasks (behind)`. */
function costOf({ title, standings, measured }: NeedResult, option: string): string {
  const standing = standings[option];
  if (standing?.kind === 'overloaded') return `${title} (overloaded)`;
  const factor = standing?.kind === 'behind' && standing.factor;
  return factor ? `${title} ${signed(factor.estimate, measured?.better)}` : `${title} (behind)`;
}

/** By how much a figure is worse: `÷1.86` where higher is better, else `×2.01`. */
export const signed = (factor: number, better: 'higher' | 'lower' | undefined): string =>
  `${better === 'higher' ? '÷' : '×'}${format.times(factor)}`;

/** For a group in which each strategy is behind somewhere: the best strategy in each need. */
function bestIn(needs: readonly NeedResult[]): string {
  const best = needs.flatMap(({ title, standings }) => {
    const ids = Object.keys(standings).filter((id) =>
      ['best', 'equivalent'].includes(standings[id]?.kind ?? ''),
    );
    return ids.length > 0 ? [`${ids.join(' or ')} (${title})`] : [];
  });
  const each = 'Every strategy is behind in at least one need';
  return best.length > 0 ? `${each}. Best: ${best.join(', ')}` : each;
}

const levelWords = (needs: readonly NeedResult[]): string =>
  needs.every(({ standings }) => Object.values(standings).every(({ kind }) => kind === 'equivalent'))
    ? 'All strategies are equivalent'
    : 'No difference was shown';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A line for each answer, in Markdown. */
export const answerLines = (...of: Parameters<typeof answersOf>): string[] =>
  answersOf(...of).map(({ what, take, why, missing, price }) => {
    const taken =
      take.length > 0
        ? ` Take ${listed(
            take.map((id) => `**${id}**`),
            'or',
          )}.`
        : '';
    const open = missing.length > 0 ? ` Not measured: ${fewOf(missing)}.` : '';
    return `**${capital(what)}**:${taken} ${why}.${open}${priceText(take, price)}`;
  });

/** `a, b and c`; `a, b and 3 more` */
const fewOf = (titles: readonly string[]): string =>
  titles.length > MOST_ITEMS + 1
    ? listed([...titles.slice(0, MOST_ITEMS), `${titles.length - MOST_ITEMS} more`])
    : listed(titles);

function priceText(take: readonly string[], price: Answer['price']): string {
  const each = price.flatMap((items, index) =>
    items.length === 0 ? [] : [take.length > 1 ? `${take[index]}: ${items.join(', ')}` : items.join(', ')],
  );
  if (take.length === 0) return '';
  return each.length === 0 ? ' Price: none was shown.' : ` Price: ${each.join('; ')}.`;
}

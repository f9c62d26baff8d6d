import {
  type Answer,
  answersOf,
  type Gain,
  type Price,
  type Purpose,
  type Taken,
} from '@cpu-bound/study/decide/answer';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Group, isCount, type NeedResult } from '@cpu-bound/study/model';
import { figureText } from '../tables/cell-text.ts';
import { joined, listed } from '../tables/sentences.ts';
import { absentText, areUnjudged, NOT_JUDGED } from './absence.ts';
import { mechanismOf } from './mechanism.ts';
import { isBest, isDifferent } from './standing.ts';

/** An answer in words: `For speed, take cluster`, its reason, its finding, and its price, each without a full stop. */
export type AnswerWords = {
  readonly purpose: Purpose;
  /** `a request that waits for its answer` */
  readonly what: string;
  /** The ids of the strategies to take; empty if the run gives no reason to prefer one. */
  readonly take: readonly string[];
  readonly head: string;
  /** The mechanism of a strategy that is taken alone; two have theirs in `found`. */
  readonly because?: string;
  readonly found: string;
  /** The items of the price, each with its strategy if several are taken; undefined if none is. */
  readonly price?: readonly string[];
};

type Facts = Pick<Analysis, 'decision' | 'contestants'>;

const WHAT: Readonly<Record<Exclude<Purpose, 'traffic'>, string>> = {
  requests: 'a request that waits for its answer',
  survival: 'work that must survive failures',
  cost: 'the smallest cost',
};

/** The words for a group that stands alone, if its name could be misread: the reader's requests are not light. */
const GROUPS: Partial<Record<Group, string>> = { 'light requests': 'other requests to stay fast' };

/** The items of a price, and the gains, that have figures. The others are named; their figures are in the table. */
const MOST = 2;

/** More titles of missing needs than this are counted, and not listed. */
const MOST_NAMES = 3;

/** Writes the answers of a run: the same for the page, the guides, the terminal and the HTML page. */
export function answerWords(analysis: Facts): AnswerWords[] {
  // A price is that of a strategy, whatever it is taken for, so it is given once.
  const priced = new Map<string, string>();
  return answersOf(analysis.decision).map((answer) => {
    const words = wordsOf(answer, analysis, priced);
    for (const id of words.take) if (!priced.has(id)) priced.set(id, words.what);
    return words;
  });
}

/** Writes a paragraph of Markdown for each answer: take X, because Y, at the price of Z. */
export const answerLines = (answers: readonly AnswerWords[]): string[] =>
  answers.map(({ head, because, found, price }) =>
    price === undefined
      ? `**${head}**: ${found}.`
      : `**${head}**${because === undefined ? '' : `, ${because}`}. ${found}. **Price**: ${priceText(price)}.`,
  );

export const priceText = (price: readonly string[]): string =>
  price.length === 0 ? 'none was shown' : price.join('; ');

/** `a request that waits for its answer`, `other requests to stay fast`, `the most traffic with p99 within 50 ms` */
function whatOf({ purpose, groups, needs, take }: Answer): string {
  if (purpose === 'traffic')
    return `the most traffic with ${listed(needs.flatMap(({ measured }) => measured?.under ?? []))}`;
  if (take.some(({ kept }) => kept)) return 'accepted jobs that must survive a restart';
  const [group] = groups;
  return purpose === 'requests' && groups.length === 1 && group ? (GROUPS[group] ?? group) : WHAT[purpose];
}

function wordsOf(answer: Answer, { contestants }: Facts, priced: ReadonlyMap<string, string>): AnswerWords {
  const { purpose, take, missing } = answer;
  const what = whatOf(answer);
  const ids = take.map(({ option }) => option);
  const open = missing.length > 0 ? `. ${absentText(missing, few)}` : '';
  const [only, second] = take;
  if (!only) return { purpose, what, take: ids, head: `For ${what}`, found: `${nothing(answer)}${open}` };
  const factsOf = (id: string) => contestants.find((contestant) => contestant.id === id);
  const sources: Sources = {
    mechanism: (id) => mechanismOf(factsOf(id)?.family, purpose),
    price: (taken, most) => {
      const earlier = priced.get(taken.option);
      if (earlier !== undefined) return [`as for ${earlier}`];
      return priceOf(taken, { backends: factsOf(taken.option)?.needs ?? [], most });
    },
  };
  const told = second ? together(take, sources) : alone(only, sources);
  const head = `For ${what}, take ${listed(ids, 'or')}`;
  return { purpose, what, take: ids, head, ...told, found: `${told.found}${open}` };
}

/** The reason and the price of a strategy. */
type Sources = {
  readonly mechanism: (option: string) => string | undefined;
  /** @param most the items that have figures */
  readonly price: (taken: Taken, most: number) => readonly string[];
};

type Told = Pick<AnswerWords, 'because' | 'found' | 'price'>;

function alone(taken: Taken, { mechanism, price }: Sources): Told {
  const because = mechanism(taken.option);
  return {
    ...(because !== undefined && { because: `because ${because}` }),
    found: format.capital(shownText(taken)),
    price: price(taken, MOST),
  };
}

function together(take: readonly Taken[], { mechanism, price }: Sources): Told {
  const each = take.map(
    (taken) => `With ${taken.option}, ${joined([mechanism(taken.option), shownText(taken, true)], '; ')}`,
  );
  return {
    found: `In this, no difference between them was shown. ${each.join('. ')}`,
    price: take.flatMap((taken) =>
      price(taken, 1).map((text, at) => (at === 0 ? `with ${taken.option}, ${text}` : text)),
    ),
  };
}

/**
 * Names what was shown about a strategy in the needs for which it is taken, and the others in which it is best.
 *
 * @param isBeside another strategy is taken as well, so there is less room
 */
export function shownText({ option, gains, open, alsoBest, kept }: Taken, isBeside = false): string {
  const most = isBeside ? 1 : MOST;
  const others = gains.slice(most);
  return joined(
    [
      kept &&
        `none of ${kept.total} accepted jobs was lost when everything restarted, ${DURABLE[kept.durability] ?? kept.durability}`,
      ...gains.slice(0, most).map((gain) => gainText(gain, option, gains.length === 1 && !isBeside)),
      others.length > 0 && `better than another in ${listed(others.map(({ need }) => need.title))}`,
      open.length > 0 && !isBeside && `no difference was shown in ${listed(open.map(({ title }) => title))}`,
      alsoBest.length > 0 && `also best or equivalent in ${listed(alsoBest.map(({ title }) => title))}`,
    ],
    '; ',
  );
}

/** The way in which accepted jobs were stored. */
const DURABLE: Readonly<Record<string, string>> = {
  off: 'without Redis’s append-only file',
  everysec: 'with Redis’s append-only file, synced every second',
  always: 'with Redis’s append-only file, synced at each write',
  commit: 'with PostgreSQL, synced at each commit',
  own: 'with its own store',
};

/**
 * Words a gain over the nearest, and if it is the only one, over the farthest:
 * `throughput: 154 answers/s, 1.12× [1.05, 1.20] better than queue (137 answers/s), 1.77× …`; of counts,
 * `0 of 72 requests unanswered at a native crash (single 28 of 72)`.
 */
function gainText({ need, over }: Gain, option: string, isAlone: boolean): string {
  const [nearest] = over;
  const own = figureIn(need, option);
  if (own === undefined || nearest === undefined) return `better in ${need.title}`;
  const counted = countText(need, option, nearest.other);
  if (counted) return counted;
  const others = over.slice(0, isAlone ? over.length : 1).map(({ other, factor }) => {
    const theirs = figureIn(need, other);
    return `${factor ? `${format.ratio(factor)} ` : ''}better than ${other}${theirs === undefined ? '' : ` (${theirs})`}`;
  });
  return `${need.title}: ${own}, ${others.join(', ')}`;
}

/** Words an item of a price: `memory (132 MiB, single 95 MiB)`, `23 of 50 requests unanswered at a native crash (cluster 1 of 50)`. */
export function priceItem({ need, other }: Price, option: string): string {
  const [own, theirs] = [figureIn(need, option), figureIn(need, other)];
  if (own === undefined || theirs === undefined) return `${need.title}: worse than ${other}`;
  return countText(need, option, other) ?? `${need.title} (${own}, ${other} ${theirs})`;
}

function figureIn({ measured, standings, unit }: NeedResult, id: string): string | undefined {
  const cell = measured?.cells[id];
  if (standings[id]?.kind === 'overloaded') return 'overloaded';
  return cell && measured ? figureText(cell, unit) : undefined;
}

/** Undefined if the need has no counts. An option that cannot have them is no comparison. */
function countText(need: NeedResult, option: string, other: string): string | undefined {
  const { [option]: own, [other]: theirs } = need.measured?.cells ?? {};
  if (!own || !isCount(own)) return undefined;
  const what = own.kind === 'lost jobs' ? 'accepted jobs lost' : 'requests unanswered';
  const beside = theirs && isCount(theirs) ? ` (${other} ${figureIn(need, other)})` : '';
  return `${figureIn(need, option)} ${what} at ${need.title}${beside}`;
}

/**
 * Lists the needs in which a strategy is behind, the largest difference first, then the backends. The needs without
 * figures are named at the end.
 */
function priceOf(
  { option, price }: Taken,
  { backends, most }: { readonly backends: readonly string[]; readonly most: number },
): string[] {
  const isShort = price.length > most + 1;
  const named = isShort ? price.slice(most).map(({ need }) => need.title) : [];
  return [
    ...price.slice(0, isShort ? most : price.length).map((item) => priceItem(item, option)),
    ...backends.map((name) => `${format.capital(name)} to run`),
    ...(named.length > 0 ? [`also behind in ${listed(named)}`] : []),
  ];
}

/** Describes needs in which nobody leads: why, and what would show a difference. */
function nothing({ needs, alike }: Answer): string {
  if (alike.length > 0) return `no difference was shown between ${listed(alike)}. ${bestIn(needs)}`;
  if (needs.some(({ pairs }) => pairs.some(isDifferent))) return `no strategy leads. ${bestIn(needs)}`;
  if (needs.every(({ pairs }) => pairs.every(({ relation }) => relation === 'equivalent')))
    return 'all strategies are equivalent';
  return areUnjudged(needs) ? NOT_JUDGED : 'no difference was shown; more rounds may show one';
}

/** Names, for each need that shows a difference, the strategies that are best in it. */
function bestIn(needs: readonly NeedResult[]): string {
  const best = needs.flatMap(({ title, standings, pairs }) => {
    const ids = Object.keys(standings).filter((id) => isBest(standings[id]));
    return ids.length > 0 && pairs.some(isDifferent) ? [`in ${title}: ${listed(ids)}`] : [];
  });
  return best.length > 0 ? `Best or equivalent ${best.join('; ')}` : 'None was shown to be best in a need';
}

/** `a, b and c`; `a, b, c and 3 more` */
const few = (titles: readonly string[]): string =>
  titles.length > MOST_NAMES + 1
    ? listed([...titles.slice(0, MOST_NAMES), `${titles.length - MOST_NAMES} more`])
    : listed(titles);

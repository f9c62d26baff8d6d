import {
  type Answer,
  answersOf,
  type Difference,
  type Purpose,
  type Taken,
} from '@cpu-bound/study/decide/answer';
import * as format from '@cpu-bound/study/format';
import { type Analysis, isCount, type NeedResult } from '@cpu-bound/study/model';
import { figureText } from '../tables/cell-text.ts';
import { joined, listed } from '../tables/sentences.ts';
import { absentText, areTooFew, TOO_FEW } from './absence.ts';
import { farApart } from './far-apart.ts';
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

/** More items than this are counted, and not listed. */
const MOST_ITEMS = 3;

/** The findings of an explanation that have figures. The figures of the others are in the table. */
const MOST_FIGURES = 1;

/** Writes the answers of a run: the same for the page, the guides, the terminal and the HTML page. */
export const answerWords = (analysis: Facts): AnswerWords[] =>
  answersOf(analysis.decision)
    .map((answer) => wordsOf(answer, analysis))
    .map(withoutRepeatedPrice);

/** Refers to an earlier answer that has the same price. */
function withoutRepeatedPrice(answer: AnswerWords, at: number, answers: readonly AnswerWords[]): AnswerWords {
  const text = answer.price?.join();
  const earlier = text ? answers.slice(0, at).find(({ price }) => price?.join() === text) : undefined;
  return earlier ? { ...answer, price: [`as for ${earlier.what}`] } : answer;
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

/** `a request that waits for its answer`, `light requests`, `the most traffic with p99 within 50 ms` */
function whatOf({ purpose, isWhole, groups, needs }: Answer): string {
  if (purpose === 'traffic')
    return `the most traffic with ${listed(needs.flatMap(({ measured }) => measured?.under ?? []))}`;
  return isWhole ? WHAT[purpose] : listed(groups);
}

function wordsOf(answer: Answer, analysis: Facts): AnswerWords {
  const { purpose, take, missing } = answer;
  const what = whatOf(answer);
  const ids = take.map(({ option }) => option);
  const shown =
    take.length === 0
      ? nothing(answer)
      : take
          .map((taken) => `${take.length > 1 ? `With ${taken.option}, ` : ''}${shownText(taken, ids)}`)
          .join('. ');
  const open = missing.length > 0 ? `. ${absentText(missing, few)}` : '';
  const words = {
    purpose,
    what,
    take: ids,
    found: `${take.length === 1 ? format.capital(shown) : shown}${open}`,
  };
  if (take.length === 0) return { ...words, head: `For ${what}` };
  const factsOf = (id: string) => analysis.contestants.find((contestant) => contestant.id === id);
  const because = ids.flatMap((id) => mechanismOf(factsOf(id)?.family, purpose) ?? []);
  return {
    ...words,
    head: `For ${what}, take ${listed(ids, 'or')}`,
    ...(because.length === take.length && { because: `because ${eachOf(ids, because)}` }),
    price: take.flatMap((taken) => {
      const most = take.length > 1 ? 1 : MOST_ITEMS;
      const items = priceOf(taken, analysis.decision.needs, factsOf(taken.option)?.needs ?? [], most);
      return items.map((text, index) =>
        take.length > 1 && index === 0 ? `with ${taken.option}, ${text}` : text,
      );
    }),
  };
}

/** Names what was shown about a strategy, beside the one that the reader would take instead, and what was not. */
export function shownText(
  { option, rival, gains, open, kept }: Taken,
  taken: readonly string[] = [option],
): string {
  const others = gains.slice(MOST_FIGURES);
  const isNamed = gains.length > 0 && gains.every(({ other }) => other === rival);
  // “Take A or B” says it of A and B.
  const isBeside = rival !== undefined && taken.includes(rival);
  return joined(
    [
      kept &&
        `none of ${kept.total} accepted jobs was lost when everything restarted, ${DURABLE[kept.durability] ?? kept.durability}`,
      ...gains.slice(0, MOST_FIGURES).map((better) => differenceText(better, option, 'gain')),
      others.length > 0 &&
        `also better${isNamed ? '' : ` than ${rival}`} in ${few(others.map(({ need }) => need.title))}`,
      open.length > 0 &&
        !isBeside &&
        `no difference${isNamed ? '' : ` to ${rival}`} was shown in ${few(open.map(({ title }) => title))}`,
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
 * Words a difference. A gain is `throughput: 154 answers/s (single 87 answers/s), 1.77× [1.60, 1.95] better`, a price is
 * `memory (132 MiB, single 95 MiB)`, and counts are `23 of 50 requests unanswered at a native crash (cluster 1 of 50)`.
 */
export function differenceText(
  { need, other, factor }: Difference,
  option: string,
  as: 'gain' | 'price',
): string {
  const { title, measured, standings } = need;
  const figureOf = (id: string) => {
    const cell = measured?.cells[id];
    if (standings[id]?.kind === 'overloaded') return 'overloaded';
    return cell && measured ? figureText(cell, measured.row) : undefined;
  };
  const [own, theirs] = [figureOf(option), figureOf(other)];
  if (own === undefined || theirs === undefined)
    return `${title}: ${as === 'gain' ? 'better' : 'worse'} than ${other}`;
  const cell = measured?.cells[option];
  if (cell && isCount(cell)) {
    const what = cell.kind === 'lost jobs' ? 'accepted jobs lost' : 'requests unanswered';
    const has = measured?.cells[other]?.kind === 'none' ? ' has' : '';
    return `${own} ${what} at ${title} (${other}${has} ${theirs})`;
  }
  if (as === 'price') return `${title} (${own}, ${other} ${theirs})`;
  return `${title}: ${own} (${other} ${theirs})${factor ? `, ${format.ratio(factor)} better` : ''}`;
}

/**
 * Lists the needs in which the rival is better, those of the purpose first; then ranges of few rounds that lie far apart,
 * and the backends.
 */
function priceOf(
  { option, rival, price }: Taken,
  needs: readonly NeedResult[],
  backends: readonly string[],
  most: number,
) {
  const others = needs.filter(({ id }) => !price.some(({ need }) => need.id === id));
  const far = rival === undefined ? undefined : farApart(others, option, rival);
  const items = [
    ...price.map((worse) => differenceText(worse, option, 'price')),
    ...(far ? [`${differenceText(far, option, 'price')}, ${format.count(far.rounds, 'round')} only`] : []),
  ];
  // Other strategies may be better in some need: the price is that of this one instead of the rival.
  if (items.length + backends.length === 0 && rival !== undefined) return [`none shown beside ${rival}`];
  const isShort = items.length > most + 1;
  return [
    ...items.slice(0, isShort ? most : items.length),
    ...backends.map((name) => `${format.capital(name)} to run`),
    ...(isShort ? [`behind in ${format.count(price.length - most, 'more need')}`] : []),
  ];
}

/** Describes needs in which nobody leads: why, and what would show a difference. */
function nothing({ needs, alike }: Answer): string {
  if (alike.length > 0) return `no difference was shown between ${listed(alike)}. ${bestIn(needs)}`;
  if (needs.some(({ pairs }) => pairs.some(isDifferent)))
    return `no strategy leads in all needs. ${bestIn(needs)}`;
  if (needs.every(({ pairs }) => pairs.every(({ relation }) => relation === 'equivalent')))
    return 'all strategies are equivalent';
  return areTooFew(needs) ? TOO_FEW : 'no difference was shown; more rounds may show one';
}

/** Names, for each need that shows a difference, the strategies that are best in it. */
function bestIn(needs: readonly NeedResult[]): string {
  const best = needs.flatMap(({ title, standings, pairs }) => {
    const ids = Object.keys(standings).filter((id) => isBest(standings[id]));
    return ids.length > 0 && pairs.some(isDifferent) ? [`${listed(ids)} (${title})`] : [];
  });
  return best.length > 0 ? `Best or equivalent: ${best.join(', ')}` : 'None was shown to be best in a need';
}

/** Joins the words of several options, each with its name; a single option has the words alone. */
const eachOf = (take: readonly string[], words: readonly string[]): string =>
  take.length === 1 ? words.join('') : listed(words.map((text, index) => `${text} (${take[index]})`));

/** `a, b and c`; `a, b, c and 3 more` */
const few = (titles: readonly string[]): string =>
  titles.length > MOST_ITEMS + 1
    ? listed([...titles.slice(0, MOST_ITEMS), `${titles.length - MOST_ITEMS} more`])
    : listed(titles);

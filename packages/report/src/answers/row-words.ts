import type { AnswerRow, Price } from '@cpu-bound/study/decide/rows';
import { pairIn } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Figure, NeedFigures } from '@cpu-bound/study/model';
import { endText, figureText, inOrder, NO_DIFFERENCE } from '../tables/figures.ts';
import { joined, listed, table } from '../tables/markdown.ts';
import { loadParts } from './case.ts';

const HEADS = ['you need', 'take', 'shown by', 'price'];

/** Writes the answer rows as a table of Markdown, and a line for each state in which a row says nothing. */
export function rowsTable(rows: readonly AnswerRow[], depth: Depth): string {
  const { advice, lines } = adviceIn(rows);
  const cells = advice.map((row) => {
    const { need, take, shown, price } = rowWords(row, depth, (id) => `**${id}**`);
    return [need, take, shown.join('; '), price.join('; ')].map(unbroken);
  });
  return joined([cells.length > 0 && table(HEADS, cells, 'l'), ...lines]);
}

/** Keeps a number beside the name before it and the unit behind it. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<=[≤≥]) | (?=[≤≥]? ?\d)|(?<=\d) (?=ms|MiB)/g, '\u00a0');

/** How much is said: brief has the largest effect of a price and no interval, full has two and narrow intervals. */
export type Depth = 'brief' | 'full';

/** An answer row in words. Parts are in the order of their weight, so a narrow place leaves out the last. */
export type RowWords = {
  readonly need: string;
  readonly take: string;
  readonly shown: readonly string[];
  readonly price: readonly string[];
};

/** The rows that say something, and a line for each state in which a row says nothing. */
export type Advice = { readonly advice: readonly AnswerRow[]; readonly lines: readonly string[] };

const SILENT: Partial<Record<AnswerRow['state'], string>> = {
  'not judged': 'Not judged yet',
  'not compared': 'Nothing to compare',
  'not measured': 'Not measured',
  'no figure': 'No figure',
};

export const adviceIn = (rows: readonly AnswerRow[]): Advice => ({
  advice: rows.filter(({ state }) => SILENT[state] === undefined),
  lines: Object.entries(SILENT).flatMap(([state, words]) => {
    const needs = rows.filter((row) => row.state === state).map(({ need }) => need);
    return needs.length > 0 ? [`${words}: ${needs.join('; ')}.`] : [];
  }),
});

/** Writes an answer row in words: the same for README, REPORT.md, the page, the terminal and the record. */
export const rowWords = (row: AnswerRow, depth: Depth, bold = (id: string) => id): RowWords => ({
  need: row.need,
  take: takeText(row, bold),
  shown: (row.load ? loadParts(row.load, row.leaders) : shownParts(row, depth)).filter((part) => part !== ''),
  price: priceParts(row, depth),
});

const leadersOf = ({ figures }: NeedFigures): string[] =>
  figures.filter(({ standing }) => standing === 'leads').map(({ id }) => id);

function takeText({ state, leaders, evidence }: AnswerRow, bold: (id: string) => string): string {
  const names = listed(leaders.map(bold), 'or');
  switch (state) {
    case 'enough':
      return `${names} is enough`;
    case 'led':
      return names;
    case 'any but':
      return `any but ${listed(leaders, 'or')}`;
    case 'no difference':
      return NO_DIFFERENCE;
    case 'divided':
      return evidence
        .map((own) => `${own.need.title}: ${listed(leadersOf(own).map(bold), 'or') || NO_DIFFERENCE}`)
        .join('; ');
    default:
      return state;
  }
}

function shownParts(row: AnswerRow, depth: Depth): string[] {
  const [first, ...others] = row.evidence;
  if (!first) return [];
  const questioned = first.figures.filter(({ because }) => because === 'questioned').map(({ id }) => id);
  return [
    ...(others.length > 0 ? needTexts(row.evidence) : partsOfOne(row, first, depth)),
    others.length > 0 && depth === 'full' ? narrowText(row) : '',
    ...notes(row),
    questioned.length > 0 ? `${questioned.join(', ')} questioned` : '',
  ];
}

/** The figures of a row of one need: its leaders, who is level with them, who is behind, and who has none. */
function partsOfOne(row: AnswerRow, need: NeedFigures, depth: Depth): string[] {
  const { leaders, state } = row;
  const isLed = state === 'led';
  const figures = inOrder(need);
  const without = figures.filter(isWithout);
  const shown = figures.filter((figure) => !without.includes(figure) && figure.because !== 'questioned');
  const own = isLed ? leaders : [];
  const rivals = shown.filter(({ id }) => !own.includes(id));
  const isLevel = ({ standing }: Figure) => standing === 'level' || standing === 'leads';
  const words = (each: readonly string[], isFirst: boolean) =>
    each
      .map((id, at) => {
        const unit = isFirst && at === each.length - 1 ? endText(need) : '';
        const name = each === own && each.length === 1 ? '' : id;
        const narrow = depth === 'full' && isLed ? narrowText(row, id) : '';
        return `${[name, wordsOf(need, id)].filter((part) => part).join(' ')}${unit}${narrow && ` (${narrow})`}`;
      })
      .join(', ');
  const level = rivals.filter(isLevel).map(({ id }) => id);
  const behind = rivals.map(({ id }) => id).filter((id) => !level.includes(id));
  const levelText = words(level, !isLed);
  const behindText = words(behind, !isLed && level.length === 0);
  return [
    words(own, true),
    isLed && levelText !== '' ? `${levelText} (${NO_DIFFERENCE})` : levelText,
    behindText !== '' && !isLed && levelText !== '' ? `behind: ${behindText}` : behindText,
    ...[...Map.groupBy(without, ({ because }) => because)].map(
      ([because, each]) => `${each.map(({ id }) => id).join(', ')}: ${because}`,
    ),
  ];
}

/** A strategy without a figure, for a reason that is neither a doubt nor an overload. */
const isWithout = ({ cell, because }: Figure): boolean =>
  !cell && because !== 'questioned' && because !== 'overloaded';

/** A row of several needs has at most this number of figures for each. */
const MOST_OF_NEED = 3;

/**
 * `memory: single 91.2, threads 119 MiB`; strategies with the same figure stand together: `threads, queue 0`. A unit that is
 * the same for the next need is said there. Of many figures, the best two and the last stand here.
 */
const needTexts = (evidence: readonly NeedFigures[]): string[] =>
  evidence.map((own, at) => {
    const figures = inOrder(own).filter(({ because }) => because !== 'questioned');
    const grouped = Map.groupBy(
      figures.filter((figure) => !isWithout(figure)),
      ({ id }) => wordsOf(own, id),
    );
    const each = [...grouped].map(([words, same]) => `${same.map(({ id }) => id).join(', ')} ${words}`);
    if (each.length > MOST_OF_NEED) each.splice(2, each.length - MOST_OF_NEED, '…');
    const without = figures.filter(isWithout).map(({ id, because }) => `${id} ${because}`);
    const next = evidence[at + 1];
    const end = next && endText(next) === endText(own) ? '' : endText(own);
    const parts = [each.length > 0 ? `${each.join(', ')}${end}` : '', ...without];
    return `${own.need.title}: ${parts.filter((part) => part !== '').join(', ')}`;
  });

/** The figure of a strategy, or the reason why it has none; empty if only its standing is known. */
function wordsOf({ figures }: NeedFigures, id: string): string {
  const figure = figures.find((one) => one.id === id);
  if (!figure) return '–';
  return figureText(figure) || (figure.because ?? (figure.standing === 'behind' ? '' : '–'));
}

/** A ratio whose interval begins below this is said: the lead is narrow. */
const NARROW = 1.1;

/** `1.12× [1.05, 1.28]`: the ratio of a single leader to its nearest rival, if it is narrow. @param id only of this rival */
function narrowText({ evidence, leaders: [leader = '', ...others] }: AnswerRow, id?: string): string {
  for (const own of others.length > 0 ? [] : evidence) {
    const [nearest] = own.figures
      .filter(({ standing }) => standing === 'behind')
      .flatMap((rival) => {
        const ratio = pairIn(own.need.pairs, leader, rival.id)?.ratio;
        return ratio && ratio.low > 1 && ratio.low < NARROW ? [{ rival: rival.id, ratio }] : [];
      })
      .toSorted((a, b) => a.ratio.low - b.ratio.low);
    if (nearest && (id === undefined || nearest.rival === id))
      return id === undefined
        ? `${own.need.title}: before ${nearest.rival} by ${format.ratio(nearest.ratio)}`
        : format.ratio(nearest.ratio);
  }
  return '';
}

/** Of a row of several needs: those without a verdict, and those in which the leader is ahead of nobody. */
const notes = ({ evidence, state }: AnswerRow): string[] =>
  evidence.length < 2
    ? []
    : evidence.flatMap((own) => {
        if (own.state === 'not judged') return [`${own.need.title}: not judged yet`];
        const isLevel = state === 'led' && !own.figures.some(({ standing }) => standing === 'behind');
        return isLevel ? [`${own.need.title}: ${NO_DIFFERENCE}`] : [];
      });

/** `light requests at 45/s: 10 ms (threads 2.1)` */
function priceText({ need, own, than }: Price, withRival: boolean, isAlone = true): string {
  if (own.because === 'overloaded') return `overloaded at ${format.rate(need.measured.perSecond ?? 0)}`;
  const figure = `${need.title}${isAlone ? ':' : ''} ${figureText(own)}${endText({ need, figures: [own] })}`;
  return withRival ? `${figure} (${than.id} ${figureText(than)})` : figure;
}

/** The server first; of two leaders each has its largest effect, without who is ahead there. */
function priceParts(row: AnswerRow, depth: Depth): string[] {
  const { leaders, state, price, servers, isPriceOpen } = row;
  if (state === 'any but') return ['depends on which'];
  if (state !== 'led' && state !== 'enough') return [];
  const toRun = (id: string) => (servers[id] ?? []).map((server) => `needs ${format.capital(server)}`);
  const [only = '', second] = leaders;
  const most = depth === 'brief' ? 1 : 2;
  const hasRoom = depth === 'full' || row.evidence.length < 2;
  const parts =
    second === undefined
      ? [...toRun(only), ...(price[only] ?? []).slice(0, most).map((each) => priceText(each, hasRoom))]
      : leaders.flatMap((id) => {
          const own = [
            ...toRun(id),
            ...(price[id] ?? []).slice(0, 1).map((each) => priceText(each, false, false)),
          ];
          return own.length > 0 ? [`${id}: ${own.join(', ')}`] : [];
        });
  const [first = 'none shown', ...others] = parts;
  return [`${isPriceOpen ? 'so far: ' : ''}${first}`, ...others];
}

import { taskMs } from '@cpu-bound/study/analyse/look-up';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import { type AnswerRow, rowsOf } from '@cpu-bound/study/decide/rows';
import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Figure, Milliseconds, NeedFigures } from '@cpu-bound/study/model';
import { shownNeeds } from '../answers/figures-table.ts';
import { adviceIn, rowWords } from '../answers/row-words.ts';
import { cellText, endText, numberText, standingText } from '../tables/figures.ts';
import { present } from '../tables/markdown.ts';
import {
  type Cell,
  COLUMNS,
  inOneLine,
  type Paint,
  shortenedList,
  tableLines,
  wrapped,
} from '../tables/terminal.ts';
import { resolution } from './trust.ts';

/** Emphasises the strategies to take, or leaves them as they are. */
type Emphasis = (take: string) => string;

/** Writes the findings of a run in lines of 80 columns: the warnings, the answer rows, and how sure they are. */
export function findingLines(
  runAnalysis: Analysis,
  readerCase?: ReaderCase,
  emphasis: Emphasis = (take) => take,
): string[] {
  const analysis = amongMain(runAnalysis);
  const missing = analysis.validity.missing.map(({ contestant }) => contestant);
  return [
    ...inOneLine('warning: ', warningsOf(analysis)),
    ...aboutFunction(analysis).flatMap((sentence) =>
      wrapped(`the function: ${sentence.replaceAll('`', '')}`),
    ),
    ...rowLines(rowsOf(analysis, readerCase), emphasis),
    ...shortenedList('Could not take part: ', missing, ', '),
    ...wrapped([taskLine(analysis), resolution(analysis.decision)].join(' ').trim()),
  ].filter((line) => line !== '');
}

/** Returns true if a row says more than the answer to a load. */
export const hasAdvice = (analysis: Analysis, readerCase?: ReaderCase): boolean =>
  adviceIn(rowsOf(analysis, readerCase)).advice.some(({ id }) => id !== 'load');

const INDENT = 4;

/** A row begins with the need and what to take; further lines of it are indented. */
function rowLines(rows: readonly AnswerRow[], emphasis: Emphasis): string[] {
  const { advice, lines } = adviceIn(rows);
  return [
    ...advice.flatMap((row) => {
      const { need, take, shown, price } = rowWords(row, 'brief');
      const [first = '', ...others] = wrapped(
        [`${need}: ${take}`, shown.join('; ')].filter((part) => part !== '').join(' – '),
        COLUMNS,
        INDENT,
      );
      return [first.replace(take, emphasis), ...withPrice(others, price)];
    }),
    ...lines.flatMap((line) => wrapped(line)),
  ];
}

/** Adds the price to the last of these lines if it fits there. */
function withPrice(lines: readonly string[], price: readonly string[]): string[] {
  if (price.length === 0) return [...lines];
  const [last, text] = [lines.at(-1), `price: ${price.join('; ')}`];
  const joined = last === undefined ? ' '.repeat(INDENT) + text : `${last}; ${text}`;
  return last === undefined || joined.length <= COLUMNS
    ? [
        ...lines.slice(0, -1),
        ...wrapped(joined.trimStart(), COLUMNS - INDENT).map((line) => ' '.repeat(INDENT) + line),
      ]
    : [...lines, ...withPrice([], price)];
}

/** A target of ten tasks is at least this long. */
const LEAST_TARGET_MS = 50;

/** Corrects the task's time that was printed before the rounds, and tells what the target was made from. */
function taskLine(analysis: Analysis): string {
  const ms = taskMs(analysis);
  const took = ms === undefined ? '' : `A task took ${format.duration(ms)} in the rounds`;
  const target = Object.values(analysis.scenarios).find(({ search }) => search)?.search?.targetMs;
  if (took === '' || target === undefined || / --p99 /.test(analysis.run.command)) return took && `${took}.`;
  const made = target > LEAST_TARGET_MS ? 'ten, as timed before them' : 'the least without --p99';
  return `${took}; p99 ≤ ${format.givenTime(target)} is ${made}.`;
}

/** A process that is busy for up to this share of its time is far from saturated; above it, queues grow quickly. */
const HALF = 0.5;

/** When the task was timed: one figure differs from another that was timed later. And the reader's rate, if given. */
type Given = {
  readonly timed: 'timed before the rounds, which correct it' | 'timed in the rounds';
  readonly rate?: number | undefined;
};

/** Derives, as sentences, what follows from a task's time. */
export function arithmetic(ms: Milliseconds, cores: number, { timed, rate }: Given): string[] {
  const ofCore = (1000 * Math.min(1, cores)) / ms; // a quota may be less than a core
  const takes = `A task takes ${format.duration(ms)} of CPU time here${cores > 1 ? ' while all cores compute' : ''} (${timed})`;
  const known =
    cores > 1
      ? `${takes}. Each core then computes some ${format.number(ofCore)} a second; ${format.count(cores, 'core')}, ${format.number(cores * ofCore)}.`
      : `${takes}. ${cores < 1 ? 'The quota' : 'One core'} computes some ${format.number(ofCore)} a second.`;
  if (rate === undefined)
    return [
      known,
      `At some ${format.number(HALF * ofCore)} a second tasks alone keep a single process half busy, and a light request may wait for a task.`,
    ];
  const share = rate / ofCore;
  const atRate = `At ${format.number(rate)} a second one core would be ${format.inPercent(share)} busy with the tasks alone`;
  if (share <= HALF)
    return [known, `${atRate}: a single process is not saturated, but a light request may wait for a task.`];
  if (share < 1) return [known, `${atRate}: a single process has long queues then, or is near to it.`];
  const needed = Math.ceil(share);
  return [
    known,
    needed <= cores
      ? `${atRate}: no single process answers that, unless a core is faster alone; ${format.count(needed, 'core')} at least, and a strategy that uses them.`
      : `${atRate}: more than the ${format.count(cores, 'core')} here can answer, whatever the strategy.`,
  ];
}

type Questions = Parameters<typeof openQuestions>[1];

/**
 * Writes the figures so far for a terminal. A need has a line, a strategy a column, and a figure its standing if a
 * look has decided. The needs of the first verdicts follow. In a narrow terminal, a strategy is a line. No line is longer
 * than the columns.
 */
export function boardLines(
  runAnalysis: Analysis,
  questions: Questions,
  columns: number = COLUMNS,
  paint: Paint = (_, cell) => cell,
): string[] {
  const analysis = amongMain(runAnalysis);
  const ids = analysis.contestants.map(({ id }) => id);
  // A figure that no round measured, such as lines to own, is not news of a run.
  const needs = shownNeeds(analysis.decision).filter(({ need }) => need.measured.n > 0);
  if (needs.length === 0) return [];
  const rows = needs.map((own) => ({
    nameIn: (width: number) => needName(own, width),
    cells: ids.map((id) => cellOf(own, id)),
    n: String(own.need.measured.n),
  }));
  return [
    ...tableLines({ ids, rows }, columns, paint),
    ...wrapped(legendOf(needs), Math.min(columns, COLUMNS)),
    ...firstVerdicts(analysis, questions, columns),
  ];
}

/** Explains the words beside figures that occur. */
function legendOf(needs: readonly NeedFigures[]): string {
  const figures = needs.flatMap((own) => own.figures);
  const has = (standing: Figure['standing']) => figures.some((figure) => figure.standing === standing);
  const isOpen = (because: string) => figures.some((figure) => figure.because === because);
  return present([
    has('behind') && '%, ×, behind: distance from the best',
    has('level') && 'alone: no difference',
    (isOpen('not judged yet') || isOpen('one round')) && '· not judged yet',
    isOpen('questioned') && '? questioned',
    'n: rounds',
  ]).join('; ');
}

/** Lists the needs with the nearest first verdicts, and the round after which these are made. */
function firstVerdicts(analysis: Analysis, questions: Questions, columns: number): string[] {
  const few = askedIn(analysis, questions).filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = new Set(few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs));
  const counts = analysis.decision.needs.flatMap(({ title, measured }) =>
    measured && next.has(title) ? [measured.n] : [],
  );
  const last = Math.min(...counts) + nearest;
  return shortenedList(`First verdicts after round ${last}: `, [...next], ', ', columns);
}

/** Lists the needs that a run asks for and has no figure of, while it goes on. */
export function stillToCome(
  runAnalysis: Analysis,
  questions: Questions,
  columns: number = COLUMNS,
): string[] {
  const analysis = amongMain(runAnalysis);
  const known = new Set(analysis.decision.needs.flatMap(({ title, measured }) => (measured ? title : [])));
  const open = askedIn(analysis, questions).flatMap(({ needs }) => needs);
  return shortenedList('Still to come: ', [...new Set(open).difference(known)], ', ', columns);
}

/** The open questions that this run asks. */
const askedIn = (analysis: Analysis, questions: Questions) =>
  openQuestions(analysis, questions).filter(({ scenario }) => scenario in analysis.scenarios);

function cellOf(own: NeedFigures, contestant: string): Cell {
  const cell = own.need.measured.cells[contestant];
  const figure = own.figures.find(({ id }) => id === contestant);
  if (!cell || !figure) return { text: figure?.because === 'not measured' ? '–' : (figure?.because ?? '–') };
  const text = numberText(cell) || cellText(cell);
  switch (figure.standing) {
    case 'leads':
      return { text: `${text} best`, verdict: 'better' };
    case 'behind':
      return { text: `${text} ${standingText(figure, own)}`, verdict: 'worse' };
    default:
      return { text: [text, MARKS[figure.because ?? '']].filter((part) => part).join(' ') };
  }
}

/** Stands beside a figure without a verdict. */
const MARKS: Readonly<Record<string, string>> = { 'not judged yet': '·', 'one round': '·', questioned: '?' };

/** Returns the need with the unit of its figures, or its title alone if that is too long. */
function needName(own: NeedFigures, width: number): string {
  const { title, unit } = own.need;
  const name = unit === '' ? title : `${title},${endText(own).replace(/^\//, ' /')}`;
  return name.length > width ? title : name;
}

import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/among';
import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, AnswerRow } from '@cpu-bound/study/model';
import { rowWords, toldRows } from '../answers/row-words.ts';
import { rowsOf } from '../answers/rows.ts';
import type { ReaderCase } from '../size/case.ts';
import { COLUMNS, inOneLine, shortenedList, wrapped } from '../tables/fitted.ts';
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
  toldRows(rowsOf(analysis, readerCase)).told.some(({ id }) => id !== 'load');

const INDENT = 4;

/** A row begins with the need and what to take; further lines of it are indented. */
function rowLines(rows: readonly AnswerRow[], emphasis: Emphasis): string[] {
  const { told, lines } = toldRows(rows);
  return [
    ...told.flatMap((row) => {
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

import { amongMain } from '@cpu-bound/study/decide/among';
import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { type AbsentNeeds, absentBy } from '../decision/absence.ts';
import { type AnswerWords, answerWords, priceText } from '../decision/answer.ts';
import { typicalWindows } from '../decision/needs-table.ts';
import { shortenedList, wrapped } from '../tables/fitted.ts';
import { listed } from '../tables/sentences.ts';
import { openNeeds } from './to-measure.ts';
import { resolution } from './trust.ts';

/** Writes the findings of the run, as the page has them, in lines of 80 columns. */
export function findingLines(runAnalysis: Analysis): string[] {
  const analysis = amongMain(runAnalysis);
  const { decision, validity } = analysis;
  const missing = validity.missing.map(({ contestant }) => contestant);
  return [
    ...aboutFunction(analysis).flatMap((sentence) =>
      wrapped(`the function: ${sentence.replaceAll('`', '')}`),
    ),
    ...shortenedList('warning: ', warningsOf(analysis), '; '),
    ...answerWords(analysis).flatMap(linesOf),
    ...shortenedList('could not take part: ', missing, ', '),
    ...absentBy(openNeeds(analysis)).flatMap(absentLines),
    ...typicalWindows(decision).flatMap((line) => wrapped(line.replaceAll('`', ''))),
    ...wrapped(resolution(decision)),
  ].filter((line) => line !== '');
}

const linesOf = ({ what, take, found, price = [] }: AnswerWords): string[] =>
  take.length === 0
    ? wrapped(`${what}: ${found.replaceAll('`', '')}`)
    : shortenedList(
        `${what}: ${listed(take, 'or')}; price: `,
        price.length > 0 ? price : [priceText(price)],
        ', ',
      );

/** The needs that were not measured are many, and the page lists them; what has no figure is news. */
const absentLines = ({ state, needs }: AbsentNeeds): string[] =>
  state === 'not measured'
    ? [
        `${state}: ${format.count(needs.length, 'need')}; the page has the command, under “${format.capital(state)}”`,
      ]
    : shortenedList(
        `${state}: `,
        needs.map(({ title }) => title),
        ', ',
      );

import { amongMain } from '@cpu-bound/study/decide/among';
import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { type Answer, answersOf } from '../decision/answer.ts';
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
    ...answersOf(decision, analysis).flatMap(answerLines),
    ...shortenedList('could not take part: ', missing, ', '),
    ...openLines(openNeeds(analysis).length),
    ...typicalWindows(decision).flatMap((line) => wrapped(line.replaceAll('`', ''))),
    ...wrapped(resolution(decision, analysis.run)),
  ].filter((line) => line !== '');
}

const answerLines = ({ what, take, why, price }: Answer): string[] =>
  take.length === 0
    ? wrapped(`${what}: ${format.uncapital(why)}`)
    : shortenedList(`${what}: ${listed(take, 'or')}; price: `, pricesOf(take, price), ', ');

/** Lists what each strategy costs. If there are several, a strategy's name stands before its first item. */
function pricesOf(take: readonly string[], price: readonly (readonly string[])[]): string[] {
  const items = price.flatMap(([first, ...others], index) => {
    if (first === undefined) return [];
    return [take.length > 1 ? `${take[index]}: ${first}` : first, ...others];
  });
  return items.length > 0 ? items : ['none was shown'];
}

const openLines = (needs: number): string[] =>
  needs > 0 ? [`not measured: ${format.count(needs, 'need')}; the report has the command`] : [];

import { amongMain } from '@cpu-bound/study/decide/among';
import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { answersOf, uncapital } from '../decision/answer.ts';
import { typicalWindows } from '../decision/needs-table.ts';
import { fitted, wrapped } from '../tables/fitted.ts';
import { listed } from '../tables/sentences.ts';
import { openNeeds } from './to-measure.ts';
import { resolution } from './trust.ts';

/** Writes the findings of the run, as the page has them, in lines of 80 columns. */
export function findingLines(runAnalysis: Analysis): string[] {
  const analysis = amongMain(runAnalysis);
  const { decision, validity } = analysis;
  const open = openNeeds(analysis);
  const warnings = warningsOf(analysis);
  return [
    ...aboutFunction(analysis).flatMap((sentence) =>
      wrapped(`the function: ${sentence.replaceAll('`', '')}`),
    ),
    ...(warnings.length > 0 ? fitted('warning: ', warnings, '; ') : []),
    ...answersOf(decision, analysis).flatMap(({ what, take, why, price }) =>
      take.length === 0
        ? fitted(`${what}: `, [uncapital(why)], '')
        : fitted(`${what}: ${listed(take, 'or')}; price: `, pricesOf(take, price), ', '),
    ),
    ...(validity.missing.length > 0
      ? fitted(
          'could not take part: ',
          validity.missing.map(({ contestant }) => contestant),
          ', ',
        )
      : []),
    ...(open.length > 0
      ? [`not measured: ${format.count(open.length, 'need')}; the report has the command`]
      : []),
    ...typicalWindows(decision).flatMap((line) => wrapped(line.replaceAll('`', ''))),
    ...wrapped(resolution(decision, analysis.run)),
  ].filter((line) => line !== '');
}

const pricesOf = (take: readonly string[], price: readonly (readonly string[])[]): string[] =>
  price.every((items) => items.length === 0)
    ? ['none was shown']
    : price.flatMap((items, index) =>
        items.map((item, place) => (take.length > 1 && place === 0 ? `${take[index]}: ${item}` : item)),
      );

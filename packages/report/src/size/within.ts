import { type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Milliseconds, RateSearch } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { Measurements } from './measured.ts';

/** The words for largest rates within a p99. The browser runs this file, too. */

/** `98.2 [90.1, 107]`, `at most 20.1`, `at least 388`, `not known`, `too few rounds` */
export function rateWords(figure: RateFigure | undefined): string {
  switch (figure?.form) {
    case 'rate':
      return format.interval(figure.rate);
    case 'at most':
    case 'at least':
      return format.bound(figure.form, figure.perSecond);
    default:
      return figure?.form ?? 'not known';
  }
}

/** `no window of 10 kept it`, `3 of 10 windows kept it` */
export const keptWords = ({ kept, windows }: Pick<RateFigure, 'kept' | 'windows'>): string =>
  kept === 0 ? `no window of ${windows} kept it` : `${kept} of ${format.count(windows, 'window')} kept it`;

/** A figure, with the count beside one that is no rate: `at most 20.1 (no window of 10 kept it)`. */
export const figureWords = (figure: RateFigure | undefined): string =>
  !figure || figure.form === 'rate' ? rateWords(figure) : `${rateWords(figure)} (${keptWords(figure)})`;

/** `Requests per second with p99 within 200 ms: single 41 [36, 47], queue not known, in the typical 4 s window.` */
export function withinSentence(
  search: RateSearch,
  strategies: Measurements['strategies'],
  p99: Milliseconds,
): string {
  const figures = rateFigures(search, p99);
  const each = strategies.map(({ id, isQuestioned }) =>
    isQuestioned
      ? `${id} questioned`
      : `${id} ${figureWords(figures.find(({ contestant }) => contestant === id))}`,
  );
  return `Requests per second with p99 within ${format.givenTime(p99)}: ${each.join(', ')}, in ${wording.typicalWindow(search.seconds)}.`;
}

import { type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import { questionedIn } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds, RateSearch } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { listed } from '../tables/sentences.ts';
import type { StrategyRates } from './measured.ts';
import { keeps, type ReaderCase } from './size.ts';

/** Returns the search of a run for the largest rates within a target, without questioned figures; if it made one. */
export function searchIn(analysis: Analysis): RateSearch | undefined {
  const search = Object.values(analysis.scenarios).find((scenario) => scenario.search)?.search;
  const questioned = questionedIn(analysis);
  return (
    search && {
      ...search,
      windows: search.windows.filter((window) => !questioned.includes(window.contestant)),
    }
  );
}

/** Returns the largest rates within any target, from the windows of a search: an absent one has none. */
export const ratesWithinTarget = (
  search: RateSearch | undefined,
  contestants: Parameters<typeof rateFigures>[1],
  targetMs: Milliseconds,
): RateFigure[] => (search ? rateFigures(search, contestants, targetMs) : []);

/** Adds to the measured rates of strategies their largest rates within a target. */
export const withFigures = <T extends Pick<StrategyRates, 'id' | 'rates'>>(
  rated: readonly T[],
  figures: readonly RateFigure[],
): (T & Pick<StrategyRates, 'within'>)[] =>
  rated.map((strategy) => {
    const within = figures.find(({ contestant }) => contestant === strategy.id);
    return within ? { ...strategy, within } : strategy;
  });

/** `98.2 [90.1, 107]`, `none; below 20.1`, `at least 388`, `not known` */
export function rateWords(figure: RateFigure | undefined): string {
  switch (figure?.kind) {
    case 'rate':
      return format.interval(figure.rate);
    case 'below':
    case 'at least':
      return format.bound(figure.kind, figure.perSecond);
    case undefined:
      return 'not known';
  }
}

/** `Requests per second with p99 within 200 ms: single 41 [36, 47], queue not known, in the typical 4 s window.` */
export function withinSentence(
  { seconds }: Pick<RateSearch, 'seconds'>,
  contestants: readonly { readonly id: string }[],
  figures: readonly RateFigure[],
  p99: Milliseconds,
): string {
  const each = contestants.map(
    ({ id }) => `${id} ${rateWords(figures.find(({ contestant }) => contestant === id))}`,
  );
  return `Requests per second with p99 within ${format.givenTime(p99)}: ${each.join(', ')}, in ${wording.typicalWindow(seconds)}.`;
}

/** `That takes 1 machine with threads or 2 machines with single, like this one.`; empty if no rate is known. */
export function machinesSentence(
  strategies: readonly Pick<StrategyRates, 'id' | 'rates' | 'within'>[],
  readerCase: ReaderCase,
): string {
  const needed = strategies.flatMap((strategy) => {
    const machines = machinesFor(strategy, readerCase);
    return machines === undefined ? [] : [{ id: strategy.id, machines }];
  });
  const each = [...Map.groupBy(needed, ({ machines }) => machines)]
    .toSorted(([a], [b]) => a - b)
    .map(
      ([machines, own]) =>
        `${format.count(machines, 'machine')} with ${listed(
          own.map(({ id }) => id),
          'or',
        )}`,
    );
  return each.length === 0 ? '' : `That takes ${listed(each, 'or')}, like this one.`;
}

/**
 * Counts the machines like this one that a rate within the target takes, by the lower end of the largest rate. One is
 * enough for a strategy that keeps the case, and not for another.
 */
function machinesFor(
  { rates, within }: Pick<StrategyRates, 'rates' | 'within'>,
  readerCase: ReaderCase,
): number | undefined {
  if (!within) return undefined;
  if (keeps({ rates, within }, readerCase).answer === 'yes') return 1;
  if (within.indicative || within.kind !== 'rate') return undefined;
  return Math.max(2, Math.ceil(readerCase.rate / within.rate.low));
}

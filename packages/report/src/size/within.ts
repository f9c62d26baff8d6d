import { type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import { questionedIn } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds, RateSearch } from '@cpu-bound/study/model';

/** Returns the search of a run for the largest rates within a target, if it made one. */
export const searchIn = ({ scenarios }: Pick<Analysis, 'scenarios'>): RateSearch | undefined =>
  Object.values(scenarios).find(({ search }) => search)?.search;

/** Returns the largest rates within any target, from the windows of the run's search. Questioned figures are left out. */
export function ratesWithinTarget(analysis: Analysis, targetMs: Milliseconds): RateFigure[] {
  const search = searchIn(analysis);
  const questioned = questionedIn(analysis);
  return search
    ? rateFigures(search, analysis.contestants, targetMs).filter(
        ({ contestant }) => !questioned.includes(contestant),
      )
    : [];
}

/** `98.2 [90.1, 107]`, `none; below 20.1`, `at least 388` */
export function rateWords(figure: RateFigure): string {
  switch (figure.kind) {
    case 'rate':
      return format.interval(figure.rate);
    case 'below':
    case 'at least':
      return format.bound(figure.kind, figure.perSecond);
  }
}

/** `1 machine with threads, 2 with single`: the machines like this one that carry a rate within the target. */
export function machinesFor(figures: readonly RateFigure[], perSecond: number): string[] {
  const needed = figures.flatMap((one) =>
    one.kind === 'rate' ? [{ id: one.contestant, machines: Math.ceil(perSecond / one.rate.estimate) }] : [],
  );
  return [...Map.groupBy(needed, ({ machines }) => machines)]
    .toSorted(([a], [b]) => a - b)
    .map(
      ([machines, own]) =>
        `${format.count(machines, 'machine')} with ${own.map(({ id }) => id).join(' or ')}`,
    );
}

import { faultsOf, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { difference } from '../first-screen/trust.ts';
import { shortenedList, wrapped } from '../tables/fitted.ts';
import { type Row, rowsOf } from './rows.ts';

/** Returns true if this checkout is worse; a run that cannot be believed shows nothing. */
export const isWorse = (analysis: Analysis): boolean =>
  faultsOf(analysis).length === 0 && rowsOf(analysis).some(({ verdict }) => verdict === 'worse');

/** `threads, throughput: 0.88× [0.83, 0.93]` */
export const rowText = ({ contestant, figure, ratio, counts }: Row): string =>
  `${contestant}, ${figure}: ${changeText({ ratio, counts })}`;

type Changed = { readonly [key in 'ratio' | 'counts']: Row[key] | undefined };

/** `0.88× [0.83, 0.93]`, `0 of 50 → 3 of 50` */
export const changeText = ({ ratio, counts }: Changed): string =>
  ratio ? format.ratio(ratio) : (counts?.join(' → ') ?? 'too few rounds');

/** Writes one sentence: the finding about this checkout. */
export function verdictOn(rows: readonly Row[], analysis: Analysis, name: string): string {
  const by = (verdict: Row['verdict']) => rows.filter((one) => one.verdict === verdict).length;
  if (rows.length === 0) return `Nothing was measured of both this checkout and ${name}`;
  const counts = `${by('worse')} worse, ${by('better')} better, ${by('equivalent')} the same, ${by('inconclusive')} inconclusive`;
  if (faultsOf(analysis).length > 0) return `This checkout against ${name}: no answer (${counts})`;
  const shown = by('worse') > 0 ? 'it is worse' : 'nothing is shown to be worse';
  return `This checkout against ${name}: ${shown} (${counts})`;
}

/**
 * Finds, for each metric, the smallest change that the run would show for every contestant under every load:
 * `throughput: 6 %`.
 */
export function smallestChanges(rows: readonly Row[]): string[] {
  const metrics = Map.groupBy(
    rows.filter(({ ratio }) => ratio),
    ({ metric }) => metric,
  );
  return [...metrics].map(([metric, own]) => {
    const factor = Math.max(...own.map(({ smallest = Number.POSITIVE_INFINITY }) => smallest));
    return `${metric}: ${Number.isFinite(factor) ? difference(factor) : 'none'}`;
  });
}

/** Writes the findings of the run, in lines of 80 columns. */
export function answerLines(analysis: Analysis, name: string): string[] {
  const rows = rowsOf(analysis);
  const shown = (verdict: Row['verdict']) =>
    shortenedList(`${verdict}: `, rows.filter((one) => one.verdict === verdict).map(rowText), '; ');
  return [
    ...shortenedList('warning: ', warningsOf(analysis), '; '),
    ...wrapped(verdictOn(rows, analysis, name)),
    ...shown('worse'),
    ...shown('better'),
    ...shortenedList('smallest detectable change: ', smallestChanges(rows), '; '),
  ];
}

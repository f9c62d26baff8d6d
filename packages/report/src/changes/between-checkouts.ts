import { afterToBefore, type CheckoutPair, checkoutPairs } from '@cpu-bound/study/analyse/look-up';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { relationIn } from '@cpu-bound/study/decide/standing';
import type { Analysis, Comparison } from '@cpu-bound/study/model';
import { cellWords } from '../tables/cell-text.ts';
import { type Change, figureNames } from './change.ts';

/** The change of a figure, from the other checkout to this one. */
export type CheckoutChange = Change & {
  /** The counts of the other checkout and of this one, because counts have no ratio. */
  readonly counts?: readonly [before: string, after: string];
};

/** Finds the changes in each figure of both checkouts that has a better and a worse, contestant by contestant. */
export function changesIn(analysis: Analysis): CheckoutChange[] {
  const { contestants, scenarios } = analysis;
  const comparisons = Object.values(scenarios).flatMap((scenario) => scenario.comparisons);
  const compared = afterToBefore(comparisons, contestants);
  return checkoutPairs(contestants).flatMap((pair) => [
    ...compared
      .filter(({ contestant }) => contestant === pair.after.id)
      .map((comparison) => changeOf(comparison, analysis)),
    ...countsOf(pair, analysis),
  ]);
}

function changeOf(comparison: Comparison, { run }: Analysis): CheckoutChange {
  const { contestant, metric, condition, ratio, verdict } = comparison;
  const named = { contestant, ...figureNames(metric, condition, run.workload.headline) };
  return { ...named, ...(verdict !== 'not-judged' && { ratio }), verdict };
}

/** Returns the changes in questions that compare no pairs: the requests that a fault cost, and other counts. */
function countsOf(
  { after, before }: CheckoutPair,
  { decision, families, scenarios }: Analysis,
): CheckoutChange[] {
  const { needs } = families[after.id] ?? decision;
  return needs.filter(isCounted).flatMap(({ title, question, measured, pairs }) => {
    const [was, is] = [before, after].map(({ id }) => measured?.cells[id]);
    const isPaired = (scenarios[question ?? '']?.comparisons.length ?? 0) > 0;
    if (isPaired || !measured?.n || !was || !is) return [];
    const verdict = relationIn(pairs, after.id, before.id);
    const counts = [cellWords(was), cellWords(is)] as const;
    return [{ contestant: after.id, metric: title, figure: title, counts, verdict }];
  });
}

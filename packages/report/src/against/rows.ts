import type { Interval } from '@cpu-bound/stats/interval';
import type { Verdict } from '@cpu-bound/stats/verdict';
import { afterToBefore, type CheckoutPair, checkoutPairs } from '@cpu-bound/study/analyse/checkouts';
import { isCounted } from '@cpu-bound/study/decide/decision';
import { relationIn } from '@cpu-bound/study/decide/standing';
import type { Analysis, Comparison } from '@cpu-bound/study/model';
import { figureName, metricName } from '../compare/figure-name.ts';
import { cellWords } from '../tables/cell-text.ts';

/** The change of one figure of one contestant, from the other checkout to this one. */
export type Row = {
  readonly contestant: string;
  /** The metric, and its condition: `p50` of `p50, 50 % of the throughput of the slowest`. */
  readonly metric: string;
  readonly figure: string;
  /**
   * This checkout ÷ the other one; the intervals of all rows hold at once. Absent for counts, or for too few rounds.
   */
  readonly ratio?: Interval;
  /** The smallest such factor, above 1, that 19 of 20 such runs would show. */
  readonly smallest?: number;
  /** The counts of the other checkout and of this one, because counts have no ratio. */
  readonly counts?: readonly [before: string, after: string];
  readonly verdict: Verdict;
};

/** Returns a row for each figure of both checkouts that has a better and a worse, contestant by contestant. */
export function rowsOf(analysis: Analysis): Row[] {
  const { contestants, scenarios } = analysis;
  const all = Object.values(scenarios).flatMap(({ comparisons }) => comparisons);
  const compared = afterToBefore(all, contestants);
  return checkoutPairs(contestants).flatMap((pair) => [
    ...compared.filter(({ contestant }) => contestant === pair.after.id).map((one) => rowOf(one, analysis)),
    ...countsOf(pair, analysis),
  ]);
}

function rowOf({ contestant, metric, condition, ratio, mde, verdict }: Comparison, analysis: Analysis): Row {
  const figure = figureName(metric, condition, analysis.run.workload.headline);
  const named = { contestant, metric: metricName(metric), figure };
  if (ratio.indicative) return { ...named, verdict: 'inconclusive' };
  return { ...named, ratio, ...(mde !== undefined && { smallest: mde }), verdict };
}

/** Returns the rows of questions that compare no pairs: the requests that a fault cost, and other counts. */
function countsOf({ after, before }: CheckoutPair, { decision, families, scenarios }: Analysis): Row[] {
  const { needs } = families[after.id] ?? decision;
  return needs.filter(isCounted).flatMap(({ title, question, restates, measured, pairs }): Row[] => {
    const [was, is] = [before, after].map(({ id }) => measured?.cells[id]);
    const isPaired = (scenarios[question ?? '']?.comparisons.length ?? 0) > 0;
    if (isPaired || restates !== undefined || !measured?.n || !was || !is) return [];
    const verdict = relationIn(pairs, after.id, before.id);
    const counts = [cellWords(was), cellWords(is)] as const;
    return [{ contestant: after.id, metric: title, figure: title, counts, verdict }];
  });
}

import { heldAtOnce } from '@cpu-bound/stats/between-runs';
import type { Interval } from '@cpu-bound/stats/interval';
import { detectableRatio } from '@cpu-bound/stats/power';
import { type Verdict, verdictOf } from '@cpu-bound/stats/verdict';
import { turned } from '@cpu-bound/study/analyse/pairs';
import { isCounted } from '@cpu-bound/study/decide/decision';
import { relationIn } from '@cpu-bound/study/decide/standing';
import { type Analysis, type Comparison, type ContestantFacts, kindOf } from '@cpu-bound/study/model';
import { figureName, metricName } from '../compare/figure-name.ts';

/** What became of one figure of one contestant, from the other checkout to this one. */
export type Row = {
  readonly contestant: string;
  /** What was measured, and under what: `p50` of `p50, 50 % of the throughput of the slowest`. */
  readonly metric: string;
  readonly figure: string;
  /** This checkout's ÷ the other's; the intervals of all rows hold at once. Absent: counts, or too few rounds. */
  readonly ratio?: Interval;
  /** The smallest such factor, above 1, that 19 of 20 such runs would show. */
  readonly smallest?: number;
  /** Of counts, which have no ratio: the other checkout's and this one's. */
  readonly counts?: readonly [before: string, after: string];
  readonly verdict: Verdict;
};

/** A ratio − 1 that does not matter. */
export const MARGIN = 0.05;

type Pair = { readonly after: ContestantFacts; readonly before: ContestantFacts };

/** Everything of both checkouts that has a better and a worse, contestant by contestant. */
export function rowsOf(analysis: Analysis): Row[] {
  const { contestants, scenarios } = analysis;
  const pairs = contestants.flatMap((before): Pair[] => {
    const after = contestants.find(({ id }) => id === before.peerOf);
    return after ? [{ after, before }] : [];
  });
  const all = Object.values(scenarios).flatMap(({ comparisons }) => comparisons);
  const compared = all.flatMap((one) => afterToBefore(one, pairs) ?? []);
  return pairs.flatMap((pair) => [
    ...compared
      .filter(({ contestant }) => contestant === pair.after.id)
      .map((one) => rowOf(one, compared.length, analysis)),
    ...countsOf(pair, analysis),
  ]);
}

function afterToBefore(one: Comparison, pairs: readonly Pair[]): Comparison | undefined {
  if (!kindOf(one.metric).better) return undefined;
  const isPair = (after: string, before: string) =>
    pairs.some((pair) => pair.after.id === after && pair.before.id === before);
  if (isPair(one.contestant, one.against)) return one;
  return isPair(one.against, one.contestant) ? turned(one) : undefined;
}

function rowOf(
  { contestant, metric, condition, ratio: own }: Comparison,
  rows: number,
  analysis: Analysis,
): Row {
  const named = {
    contestant,
    metric: metricName(metric),
    figure: figureName(metric, condition, analysis.run.workload.headline),
  };
  const ratio = heldAtOnce({ interval: own, ownLevel: own.level }, rows);
  if (!ratio) return { ...named, verdict: 'inconclusive' };
  const smallest = detectableRatio({ ...ratio, level: 1 - (1 - ratio.level) / rows });
  const higherIsBetter = kindOf(metric).better === 'higher';
  return {
    ...named,
    ratio,
    ...(smallest !== undefined && { smallest }),
    verdict: verdictOf(ratio, { margin: MARGIN, higherIsBetter }),
  };
}

/** Needs of the questions that compare nothing in pairs: requests that a fault cost, and what else is counted. */
function countsOf({ after, before }: Pair, { decision, families, scenarios }: Analysis): Row[] {
  const { needs } = families[after.id] ?? decision;
  return needs.filter(isCounted).flatMap(({ title, question, restates, measured, pairs }): Row[] => {
    const figures = [before, after].map(({ id }) => measured?.figures[id]);
    const isPaired = (scenarios[question ?? '']?.comparisons.length ?? 0) > 0;
    const [was, is] = figures;
    if (isPaired || restates !== undefined || !measured?.n || was === undefined || is === undefined)
      return [];
    const verdict = relationIn(pairs, after.id, before.id);
    return [{ contestant: after.id, metric: title, figure: title, counts: [was, is], verdict }];
  });
}

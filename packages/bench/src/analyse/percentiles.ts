import { sameCondition } from '../measure/plan/condition.ts';
import type { Metric, Run, WindowResult } from '../model.ts';
import { quantileAcrossRounds } from '../stats/bootstrap.ts';
import { quantile, sortedCopy } from '../stats/quantile.ts';
import { latencyMargin } from '../stats/verdict.ts';
import type { Compared } from './measures.ts';
import { subjectsOf } from './measures.ts';
import { conditionsOf, type Observation } from './observations.ts';

export type Percentile = { readonly id: string; readonly p: number };

/** Percentiles that may be asked for; each is printed only where enough samples lie beyond it. */
export const percentiles = [
  { id: 'p50', p: 0.5 },
  { id: 'p90', p: 0.9 },
  { id: 'p99', p: 0.99 },
  { id: 'p99.9', p: 0.999 },
] as const satisfies readonly Percentile[];

/** The file of the samples that are meant, of a window that has them. */
export type SamplesOf = (window: WindowResult) => string | undefined;

/** The samples of one subject under a condition, round by round, ascending. */
export function sampledRounds(
  run: Run,
  found: readonly Observation[],
  who: Pick<Metric, 'contestant' | 'condition'>,
  samplesOf: SamplesOf,
): { readonly round: number; readonly sorted: Float64Array }[] {
  return found
    .filter(
      ({ cell, window }) =>
        cell.contestant === who.contestant && sameCondition(window.condition, who.condition),
    )
    .flatMap(({ cell, window }) => {
      const file = samplesOf(window);
      return file === undefined ? [] : [{ round: cell.round, sorted: sortedCopy(run.samples(file)) }];
    })
    .filter(({ sorted }) => sorted.length > 0);
}

/** `<prefix>-p50` and so on in milliseconds, of every subject under every condition. */
export function percentileMetrics(
  run: Run,
  found: readonly Observation[],
  prefix: string,
  samplesOf: SamplesOf,
  wanted: readonly Percentile[] = percentiles,
): Metric[] {
  return conditionsOf(found).flatMap((condition) =>
    subjectsOf(run).flatMap((contestant) => {
      const rounds = sampledRounds(run, found, { contestant, condition }, samplesOf);
      if (rounds.length === 0) return [];
      const samples = rounds.map(({ sorted }) => sorted);
      return wanted.flatMap(({ id, p }): Metric[] => {
        const seed = `${run.manifest.seed}/${contestant}/${id}`;
        const interval = quantileAcrossRounds(samples, p, { seed });
        return interval
          ? [{ contestant, metric: `${prefix}-${id}`, unit: 'ms', condition, ...interval }]
          : [];
      });
    }),
  );
}

/** A percentile of each round by itself, for a comparison: one that every round carries. */
export const comparedPercentile = (
  run: Run,
  prefix: string,
  { id, p }: Percentile,
  samplesOf: SamplesOf,
): Compared => ({
  metric: `${prefix}-${id}`,
  unit: 'ms',
  margin: latencyMargin(p),
  higherIsBetter: false,
  of: (window) => {
    const file = samplesOf(window);
    const samples = file === undefined ? undefined : run.samples(file);
    return samples && samples.length > 0 ? quantile(sortedCopy(samples), p) : undefined;
  },
});

import { conditionsIn, findMetric, metricOfEach, named } from '@cpu-bound/study/analyse/look-up';
import {
  comparisonsOf,
  extent,
  kernelMetric,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { pairOf, pairsUnder, pairsWith } from '@cpu-bound/study/analyse/pairs';
import { byComparisons } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Condition, Flip, Milliseconds, ScenarioAnalysis, Undecided } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { defined } from '@cpu-bound/workload/defined';
import { cpuMs, overheadIn, type WithRounds } from '../measures.ts';

/** The size from which on a contestant is ahead of the baseline: between two measured sizes, and no finer. */
export type BreakEven = {
  readonly contestant: string;
  /** The largest size at which it was not shown to be ahead; absent if it was ahead at every size. */
  readonly notYetMs?: Milliseconds;
  /** The smallest size from which on it was shown to be ahead at every size; absent if there is none. */
  readonly fromMs?: Milliseconds;
};

/** Finds the break-even of each contestant that was judged against the baseline, from the largest size down. */
export const breakEvens = (
  { metrics, comparisons }: Pick<ScenarioAnalysis, 'metrics' | 'comparisons'>,
  { contestants, run: { baseline } }: Pick<Undecided, 'contestants' | 'run'>,
): BreakEven[] =>
  contestants.flatMap(({ id: contestant }) => {
    const sizes = named(metrics, 'kernel-ms')
      .flatMap(({ condition, estimate }) => {
        const pair = pairOf(pairsUnder(comparisons, 'throughput', condition), contestant, baseline);
        return pair && pair.verdict !== 'not-judged'
          ? [{ ms: estimate, isAhead: pair.verdict === 'better' }]
          : [];
      })
      .sort((a, b) => a.ms - b.ms);
    const last = sizes.findLastIndex(({ isAhead }) => !isAhead);
    const [notYet, from] = [sizes[last], sizes[last + 1]];
    return sizes.length === 0 ? [] : [defined({ contestant, notYetMs: notYet?.ms, fromMs: from?.ms })];
  });

/** Variants in the headline's windows belong to another question. */
const withoutVariants = (input: ScenarioInput): ScenarioInput => ({
  ...input,
  observations: input.observations.filter(({ subject }) =>
    input.run.contestants.some(({ id }) => id === subject.contestant),
  ),
});

/** Returns throughput and overhead per size, and the kernel's own time, by which sizes are ordered. */
export function analyse(complete: ScenarioInput): WithRounds {
  const input = withoutVariants(complete);
  const kernels = conditionsOf(input.observations).flatMap((condition) => kernelMetric(input, condition));
  return {
    metrics: [...metricsOf(input, [throughput, cpuMs, overheadIn(input)]), ...kernels],
    comparisons: comparisonsOf(input, throughput),
    rounds: extent(input).rounds,
  };
}

export const sizesIn = (found: WithRounds): Condition[] => conditionsIn(named(found.metrics, 'throughput'));

const kernelOf = ({ metrics }: WithRounds, condition: Condition) =>
  findMetric(metrics, 'kernel', 'kernel-ms', condition);

/** `upTo=10000 (0.0712 ms)` */
export const sizeName = (found: WithRounds, condition: Condition): string => {
  const alone = kernelOf(found, condition);
  return `${wording.input(condition)}${alone ? ` (${format.duration(alone.estimate)})` : ''}`;
};

/** Describes a break-even as half a sentence for a reader. */
export function whenItPays({ notYetMs, fromMs }: BreakEven): string {
  const more = 'more throughput than a single process';
  if (fromMs === undefined) return `not shown to have ${more} with the largest tasks`;
  const from = `${format.number(fromMs)} ms on`;
  return notYetMs === undefined
    ? `${more} at every measured task size, from ${from}`
    : `${more} from a task size between ${format.number(notYetMs)} and ${from}`;
}

/**
 * Names the measured sizes between which strategies begin to pay off; strategies with the same answer share a sentence.
 */
export const payOffs = (found: WithRounds, analysis: Pick<Undecided, 'contestants' | 'run'>): string[] =>
  [...Map.groupBy(breakEvens(found, analysis), whenItPays)].map(
    ([when, members]) => `${members.map(({ contestant }) => contestant).join(', ')}: ${when}`,
  );

/**
 * A small task may change the answer: the flip names the best at the smallest size, and the size at which others pay
 * off.
 */
export function flips(found: WithRounds | undefined, analysis: Undecided): Flip[] {
  const about = 'other task sizes';
  const [smallest] = found ? sizesIn(found) : [];
  if (!found || !smallest) return [{ about, question: 'task-size' }];
  const figures = metricOfEach(analysis, found.metrics, 'throughput', smallest);
  const pairs = pairsUnder(found.comparisons, 'throughput', smallest);
  const relate = byComparisons(pairs);
  const ids = figures.map(({ contestant }) => contestant).filter((id) => pairsWith(id, pairs).length > 0);
  const best = ids.find((id) => ids.every((other) => other === id || relate(id, other) === 'better'));
  const rates = figures
    .map(({ contestant, estimate }) => `${contestant} ${Math.round(estimate).toLocaleString('en-GB')}/s`)
    .join(', ');
  const first =
    best === undefined
      ? 'no strategy was shown to have the highest throughput'
      : `${best} has the highest throughput`;
  const finding = `with ${sizeName(found, smallest)}: ${[`${first} (${rates})`, ...payOffs(found, analysis)].join('; ')}`;
  return [{ about, finding }];
}

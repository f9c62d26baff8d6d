import { type RunInterval, ratioBetween } from '@cpu-bound/stats/between-runs';
import { pairsAmong } from '@cpu-bound/stats/family';
import type { Interval } from '@cpu-bound/stats/interval';
import { verdictOf } from '@cpu-bound/stats/verdict';
import { withReference } from '@cpu-bound/study/analyse/look-up';
import { type Analysis, type Comparison, conditionKey, kindOf } from '@cpu-bound/study/model';
import { type Change, figureNames } from './change.ts';

/** The change of a contestant's multiple of the baseline. */
export type RunChange = Change & {
  /** The baseline of both runs. */
  readonly against: string;
  readonly earlier: Interval;
  readonly later: Interval;
  /** The change is for the worse, and all of its interval lies beyond the threshold. */
  readonly isRegression: boolean;
};

/** A contestant as a multiple of the baseline of its run. */
type Multiple = RunInterval & { readonly pair: Comparison };

/**
 * Finds the changes from one run to a later one, in every figure that has a better and a worse. Ratios are formed
 * within each run, because the hour affects the figures themselves.
 *
 * @param threshold ratio − 1 that does not matter
 */
export function changesBetween(earlier: Analysis, later: Analysis, threshold: number): RunChange[] {
  const before = multiplesIn(earlier);
  const common = [...multiplesIn(later)].flatMap(([key, to]) => {
    const from = before.get(key);
    return from ? [[from, to] as const] : [];
  });
  return common.map(([from, to]) => {
    const { metric, condition, contestant, against } = to.pair;
    const ratio = ratioBetween(from, to, common.length);
    const higherIsBetter = kindOf(metric).better === 'higher';
    const isBeyond = ratio && (higherIsBetter ? ratio.high < 1 / (1 + threshold) : ratio.low > 1 + threshold);
    return {
      contestant,
      against,
      ...figureNames(metric, condition, later.run.workload.headline),
      earlier: from.interval,
      later: to.interval,
      ...(ratio && { ratio }),
      verdict: ratio ? verdictOf(ratio, { margin: threshold, higherIsBetter }) : 'not-judged',
      isRegression: isBeyond === true,
    };
  });
}

/**
 * Returns the multiples of a run's own baseline, which cancel the speed of the machine. Answers per CPU second are left
 * out, because they are the inverse of the CPU time per request.
 */
function multiplesIn({ scenarios, run: { baseline }, contestants }: Analysis): Map<string, Multiple> {
  const pairs = pairsAmong(contestants.length);
  const multiples = Object.entries(scenarios).flatMap(([scenario, { comparisons }]) =>
    withReference(comparisons, (id) => (id === baseline ? undefined : baseline))
      .filter(({ metric }) => metric !== 'answers-per-cpu-second')
      .map((pair): [string, Multiple] => {
        const { metric, condition, contestant, ratio } = pair;
        const key = [scenario, metric, contestant, baseline, conditionKey(condition)].join(' ');
        // The coverage of this interval alone, apart from its family.
        return [key, { pair, interval: ratio, ownLevel: 1 - (1 - ratio.level) / pairs }];
      }),
  );
  return new Map(multiples);
}

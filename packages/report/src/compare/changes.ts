import { type RunInterval, ratioBetween } from '@cpu-bound/stats/between-runs';
import { pairsAmong } from '@cpu-bound/stats/family';
import type { Interval } from '@cpu-bound/stats/interval';
import { type Verdict, verdictOf } from '@cpu-bound/stats/verdict';
import { turned } from '@cpu-bound/study/analyse/pairs';
import {
  type Analysis,
  type Comparison,
  type Condition,
  conditionKey,
  kindOf,
  type MetricId,
} from '@cpu-bound/study/model';

/** A contestant as a multiple of the baseline, which both runs have, and the change of that multiple. */
export type Change = {
  readonly scenario: string;
  readonly metric: MetricId;
  readonly condition: Condition;
  readonly contestant: string;
  /** The baseline of both runs, by which the multiple is formed. */
  readonly against: string;
  readonly earlier: Interval;
  readonly later: Interval;
  /** Later ÷ earlier; all ratios of a comparison hold at once. Absent if there are too few rounds. */
  readonly ratio?: Interval;
  readonly verdict: Verdict;
  /** The change is for the worse, and all of its interval lies beyond the threshold. */
  readonly isRegression: boolean;
};

type Quantity = Omit<Change, 'earlier' | 'later' | 'ratio' | 'verdict' | 'isRegression'> & RunInterval;

/**
 * Finds the changes from one run to a later one, in every figure that has a better and a worse. Ratios are formed
 * within each run, because the hour affects the figures themselves.
 *
 * @param threshold ratio − 1 that does not matter
 */
export function changesBetween(earlier: Analysis, later: Analysis, threshold: number): Change[] {
  const before = new Map(withinRun(earlier).map((one) => [keyOf(one), one]));
  const common = withinRun(later).flatMap((one) => {
    const other = before.get(keyOf(one));
    return other ? [[other, one] as const] : [];
  });
  return common.map(([from, to]) => {
    const { interval, ownLevel: _own, ...what } = to;
    const ratio = ratioBetween(from, to, common.length);
    const higherIsBetter = kindOf(to.metric).better === 'higher';
    const verdict = ratio ? verdictOf(ratio, { margin: threshold, higherIsBetter }) : 'inconclusive';
    const isBeyond = ratio && (higherIsBetter ? ratio.high < 1 / (1 + threshold) : ratio.low > 1 + threshold);
    return {
      ...what,
      earlier: from.interval,
      later: interval,
      ...(ratio && { ratio }),
      verdict,
      isRegression: isBeyond === true,
    };
  });
}

const keyOf = ({ scenario, metric, condition, contestant, against }: Quantity) =>
  [scenario, metric, contestant, against, conditionKey(condition)].join(' ');

/** Answers per CPU second are left out, because they are the inverse of the CPU time per request. */
const isCompared = ({ metric }: Comparison) =>
  kindOf(metric).better !== undefined && metric !== 'answers-per-cpu-second';

/** Expresses each contestant as a multiple of the run's own baseline, which cancels the speed of the machine. */
function withinRun({ scenarios, run, contestants }: Analysis): Quantity[] {
  const pairs = pairsAmong(contestants.length);
  return Object.entries(scenarios).flatMap(([scenario, { comparisons }]) =>
    comparisons.filter(isCompared).flatMap((one): Quantity[] => {
      const seen = againstBaseline(one, run.baseline);
      if (!seen) return [];
      const { metric, condition, contestant, against, ratio } = seen;
      // The coverage of this interval alone, apart from its family.
      const ownLevel = 1 - (1 - ratio.level) / pairs;
      return [{ scenario, metric, condition, contestant, against, interval: ratio, ownLevel }];
    }),
  );
}

function againstBaseline(one: Comparison, baseline: string): Comparison | undefined {
  if (one.against === baseline) return one;
  return one.contestant === baseline ? turned(one) : undefined;
}

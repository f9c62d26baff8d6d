import { compareThese } from '@cpu-bound/stats/compare-pairs';
import { LOOKS } from '@cpu-bound/stats/looks';
import { pairLevel } from '@cpu-bound/stats/verdict';
import { type Condition, conditionKey, kindOf, type Run, type SentinelCheck } from '../model.ts';
import { blocksByRound, type Measure, throughput } from './measures.ts';
import type { Observation } from './observations.ts';
import { percentileOf } from './percentiles.ts';

/**
 * Compares the twin with the baseline: the same program under a second name, through the same windows. It is an
 * equivalence test by the procedure that compares contestants. It covers throughput and median latency, each under the
 * condition that was measured most often. Both intervals hold at once, or a sound run would be called faulty twice as
 * often as stated.
 *
 * @param all the run's observations, the twin's among them
 */
export function sentinelsOf(run: Run, all: readonly Observation[]): SentinelCheck[] {
  const { baseline } = run.manifest;
  const ours = all.filter(({ subject }) => subject.contestant === baseline);
  const median = percentileOf(run, 'latency', 'p50');
  const loadedBy = (kind: 'closed' | 'open', measure: Measure) => ({
    measure,
    loaded: ours.filter(({ window }) => window.load?.kind === kind && !window.fault),
  });
  const tested = [loadedBy('closed', throughput), loadedBy('open', median)].filter(({ loaded }) =>
    loaded.some(isTwin),
  );
  const level = tested.length === 0 ? LEVEL : pairLevel({ pairs: tested.length, level: LEVEL });
  return tested.flatMap(({ measure, loaded }) =>
    mostOften(loaded, (found, condition) => {
      const { metric } = measure;
      const { margin = 0.05, better = 'higher' } = kindOf(metric);
      const options = { margin, higherIsBetter: better === 'higher', level, looks: LOOKS };
      const [twin, own] = [found.filter(isTwin), found.filter((observation) => !isTwin(observation))].map(
        (observations, index) => ({
          id: `${index}`,
          values: blocksByRound(observations, measure),
        }),
      );
      const [compared] = twin && own ? compareThese([[twin, own]], options) : [];
      if (!compared) return undefined;
      const { ratio, verdict } = compared;
      const differs = verdict === 'better' || verdict === 'worse';
      return { metric, condition, ratio, ok: verdict === 'equivalent', differs };
    }),
  );
}

/** The probability that neither check finds a difference in a sound run. */
const LEVEL = 0.95;

const isTwin = ({ subject }: Observation) => subject.twin;

/** Returns the check of the condition in which most rounds have both. */
function mostOften(
  found: readonly Observation[],
  checkOf: (found: readonly Observation[], condition: Condition) => SentinelCheck | undefined,
): SentinelCheck[] {
  const groups = Map.groupBy(found, ({ window }) => conditionKey(window.condition));
  const checks = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return (first && checkOf(group, first.window.condition)) ?? [];
  });
  return checks.sort((a, b) => b.ratio.n - a.ratio.n).slice(0, 1);
}

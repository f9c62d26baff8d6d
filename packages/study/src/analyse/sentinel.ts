import {
  type Arm,
  type CompareOptions,
  compareThese,
  type PairComparison,
} from '@cpu-bound/stats/compare-pairs';
import { comparePercentiles } from '@cpu-bound/stats/compare-percentiles';
import { pairLevel } from '@cpu-bound/stats/family';
import { LOOKS } from '@cpu-bound/stats/looks';
import {
  type Condition,
  conditionKey,
  kindOf,
  type MetricId,
  type Run,
  type SentinelCheck,
} from '../model.ts';
import { blocksByRound, throughput } from './measures.ts';
import type { Observation } from './observations.ts';
import { PERCENTILES, sampledArm } from './percentiles.ts';

/**
 * The twin ÷ the baseline: the same program under a second name, through the same windows. An equivalence test, by
 * the very procedure that compares contestants, for throughput and for the median latency, each under the condition
 * that was measured most often. Both intervals hold at once. Otherwise a sound run would be called faulty twice as often as stated.
 *
 * @param all the run's observations, the twin's among them
 */
export function sentinelsOf(run: Run, all: readonly Observation[]): SentinelCheck[] {
  const { baseline } = run.manifest;
  const ours = all.filter(({ subject }) => subject.contestant === baseline);
  const tested = twinComparisons
    .map((kind) => ({
      ...kind,
      loaded: ours.filter(({ window }) => window.load?.kind === kind.load && !window.fault),
    }))
    .filter(({ loaded }) => loaded.some(isTwin));
  const level = tested.length === 0 ? LEVEL : pairLevel({ pairs: tested.length, level: LEVEL });
  return tested.flatMap(({ metric, compare, loaded }) =>
    mostOften(loaded, (found, condition) => {
      const { margin = 0.05, better = 'higher' } = kindOf(metric);
      const options = { margin, higherIsBetter: better === 'higher', level, looks: LOOKS };
      const [twin, own] = [found.filter(isTwin), found.filter((one) => !isTwin(one))];
      const [compared] = compare(twin, own, options, run);
      if (!compared) return undefined;
      const { ratio, verdict } = compared;
      const differs = verdict === 'better' || verdict === 'worse';
      return { metric, condition, ratio, ok: verdict === 'equivalent', differs };
    }),
  );
}

/** How the twin is compared with the baseline on a metric. */
type TwinComparison = {
  readonly metric: MetricId;
  readonly load: 'closed' | 'open';
  readonly compare: (
    twin: readonly Observation[],
    own: readonly Observation[],
    options: CompareOptions,
    run: Run,
  ) => PairComparison[];
};

const twinComparisons: readonly TwinComparison[] = [
  {
    metric: 'throughput',
    load: 'closed',
    compare(twin, own, options) {
      const armOf = (id: string, found: readonly Observation[]): Arm => ({
        id,
        values: blocksByRound(found, throughput),
      });
      return compareThese([[armOf('twin', twin), armOf('baseline', own)]], options);
    },
  },
  {
    metric: 'latency-p50',
    load: 'open',
    compare(twin, own, options, run) {
      const armOf = (id: string, found: readonly Observation[]) =>
        sampledArm(run, id, found, ({ open }) => open);
      const [a, b] = [armOf('twin', twin), armOf('baseline', own)];
      return a.rounds.size > 0 && b.rounds.size > 0
        ? comparePercentiles([[a, b]], PERCENTILES.p50, options)
        : [];
    },
  },
];

/** At which none of them tells a sound run from itself. */
const LEVEL = 0.95;

const isTwin = ({ subject }: Observation) => subject.twin;

/** The check of the condition in which most rounds have both. */
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

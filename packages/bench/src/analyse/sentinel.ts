import {
  type Condition,
  conditionKey,
  kindOf,
  type MetricId,
  type Run,
  type SentinelCheck,
} from '../model.ts';
import { type Arm, comparePairs } from '../stats/compare-pairs.ts';
import { pairLevel } from '../stats/family.ts';
import { quantile } from '../stats/quantile.ts';
import { blocksByRound, throughput } from './measures.ts';
import type { ByRound, Observation } from './observations.ts';
import { sampledRounds } from './percentiles.ts';

/**
 * The twin ÷ the baseline: the same program under a second name, through the same windows. An equivalence test, by
 * the very procedure that compares contestants, for throughput and for the median latency, each under the condition
 * that was measured most often. Both hold at once: a run must not be taken for a faulty one twice as often as it is told.
 *
 * @param all the run's observations, the twin's among them
 */
export function sentinelsOf(run: Run, all: readonly Observation[]): SentinelCheck[] {
  const { baseline } = run.manifest;
  const ours = all.filter(({ subject }) => subject.contestant === baseline);
  const medianOf = (found: readonly Observation[]): ByRound =>
    new Map(
      sampledRounds(run, found, ({ open }) => open).map(({ round, fromDue }) => [
        round,
        quantile(fromDue, 0.5),
      ]),
    );
  const kinds: [MetricId, 'closed' | 'open', (found: readonly Observation[]) => Arm['values']][] = [
    ['throughput', 'closed', (found) => blocksByRound(found, throughput)],
    ['latency-p50', 'open', medianOf],
  ];
  const tested = kinds
    .map(([metric, kind, valuesOf]) => {
      const loaded = ours.filter(({ window }) => window.load?.kind === kind && !window.fault);
      return { metric, valuesOf, loaded };
    })
    .filter(({ loaded }) => loaded.some(isTwin));
  const level = tested.length === 0 ? LEVEL : pairLevel({ pairs: tested.length, level: LEVEL });
  return tested.flatMap(({ metric, valuesOf, loaded }) =>
    mostOften(loaded, (found, condition) => {
      const [twin, baseline] = [found.filter(isTwin), found.filter((one) => !isTwin(one))].map(valuesOf);
      return twin && baseline && check({ metric, condition, level }, twin, baseline);
    }),
  );
}

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

function check(
  { metric, condition, level }: Pick<SentinelCheck, 'metric' | 'condition'> & { readonly level: number },
  twin: Arm['values'],
  baseline: Arm['values'],
): SentinelCheck | undefined {
  if (![...twin.keys()].some((round) => baseline.has(round))) return undefined;
  const { margin = 0.05, better = 'higher' } = kindOf(metric);
  const arms = [
    { id: 'baseline', values: baseline },
    { id: 'twin', values: twin },
  ];
  const [found] = comparePairs(arms, { margin, higherIsBetter: better === 'higher', level });
  if (!found) return undefined;
  const { ratio, verdict } = found;
  const differs = verdict === 'faster' || verdict === 'slower';
  return { metric, condition, ratio, ok: verdict === 'equivalent', differs };
}

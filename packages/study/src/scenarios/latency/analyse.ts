import { extent, type Measure, metricOver, metricsOf } from '../../analyse/measures.ts';
import { type Asked, type ByRound, conditionsOf, under } from '../../analyse/observations.ts';
import {
  percentileComparisons,
  percentileMetrics,
  percentileOver,
  type SampledOf,
  sampledRounds,
} from '../../analyse/percentiles.ts';
import { type Condition, type Metric, sameCondition } from '../../model.ts';
import type { Curve, LatencyAnalysis } from './analysis.ts';

const sampled: SampledOf = ({ open }) => open;

/** The requests per second that were due. */
const offered: Measure = { metric: 'offered', of: ({ result: { open } }) => open?.perSecond };

/**
 * Latency from the intended time at request rates that are the same for all: percentiles, and all pairs on p50, p90 and
 * p99. A contestant that is overloaded at a rate has no latency there.
 */
export function analyseLatency(all: Asked): LatencyAnalysis {
  const conditions = conditionsOf(all.observations);
  const asked = {
    ...all,
    observations: all.observations.filter(
      ({ subject, window }) => !isOverloaded(all, subject.contestant, window.condition),
    ),
  };
  const percentiles = percentileMetrics(asked, 'latency', sampled);
  return {
    metrics: [
      ...percentiles,
      ...metricsOf(asked, [offered]),
      ...conditions.flatMap((condition) => busyMetrics(all, condition)),
    ],
    comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
      percentileComparisons(asked, 'latency', id, sampled, percentiles),
    ),
    curves: conditions.flatMap((condition) =>
      all.run.subjects.flatMap(({ id }) => curve(asked, id, condition)),
    ),
    ...extent(all),
  };
}

const roundsOf = (
  { observations, overloads }: Asked,
  contestant: string,
  condition: Condition,
): { readonly measured: number; readonly overloaded: number } => ({
  measured: new Set(under(observations, contestant, condition).map(({ round }) => round)).size,
  overloaded: overloads.filter(
    (one) => one.contestant === contestant && sameCondition(one.window.condition, condition),
  ).length,
});

/** In most rounds; one that is on the edge of it may have been measured in some. */
function isOverloaded(asked: Asked, contestant: string, condition: Condition): boolean {
  const { measured, overloaded } = roundsOf(asked, contestant, condition);
  return overloaded > measured;
}

/** The rate as a share of what each could answer in the same round: how busy it was, or would have been. */
function busyMetrics(asked: Asked, condition: Condition): Metric[] {
  const rates: ByRound = new Map(
    asked.observations.flatMap(({ window, round, result: { open } }) =>
      open && sameCondition(window.condition, condition) ? [[round, open.perSecond] as const] : [],
    ),
  );
  return asked.run.subjects.flatMap(({ id: contestant }) => {
    const { measured, overloaded } = roundsOf(asked, contestant, condition);
    if (measured + overloaded === 0) return [];
    const own = asked.throughput.get(contestant);
    const shares: ByRound = new Map(
      [...rates].flatMap(([round, rate]) => {
        const most = own?.get(round);
        return most === undefined ? [] : [[round, rate / most] as const];
      }),
    );
    const metric = overloaded > measured ? 'overloaded' : 'utilisation';
    return metricOver({ contestant, metric, condition }, shares);
  });
}

/** From the median outwards in equal steps of 1/(1−p), as far as 20 samples lie beyond. */
const CURVE = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function curve(asked: Asked, contestant: string, condition: Condition): Curve[] {
  const rounds = sampledRounds(asked, under(asked.observations, contestant, condition), sampled);
  const points = CURVE.flatMap((p) => {
    const found = percentileOver(rounds, p);
    return found ? [{ p, ...found }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

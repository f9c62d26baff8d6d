import { extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import { type Asked, conditionsOf, type Observation, under } from '../../analyse/observations.ts';
import {
  percentileComparisons,
  percentileMetrics,
  percentileOver,
  type SampledOf,
  sampledRounds,
} from '../../analyse/percentiles.ts';
import { atSameUtilisation } from '../../analyse/same-utilisation.ts';
import { realisedUtilisation, slowestOf } from '../../analyse/saturation.ts';
import { type Condition, sameInput } from '../../model.ts';
import type { Curve, LatencyAnalysis } from './analysis.ts';

const sampled: SampledOf = ({ open }) => open;

/**
 * Latency from the intended time, at the utilisation that was asked for: percentiles, all pairs on p50, p90 and p99;
 * and percentiles as it was measured.
 */
export function analyseLatency(asked: Asked): LatencyAnalysis {
  const steady: Asked = { ...bothOfSlowest(asked), samples: atSameUtilisation(asked) };
  const percentiles = percentileMetrics(steady, 'latency', sampled);
  const { subjects } = asked.run;
  return {
    metrics: [
      ...percentiles,
      ...percentileMetrics(asked, 'measured', sampled),
      ...metricsOf(asked, [utilisation(asked), offered]),
    ],
    comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
      percentileComparisons(steady, 'latency', id, sampled, percentiles),
    ),
    curves: conditionsOf(asked.observations)
      .filter(({ setting }) => setting.of === 'slowest')
      .flatMap((condition) => subjects.flatMap(({ id }) => curve(steady, id, condition))),
    ...extent(asked),
  };
}

/** For the slowest contestant a share of its own capacity is a share of the slowest one's: its windows are of both. */
function bothOfSlowest(asked: Asked): Asked {
  const slowest = slowestOf(asked.saturation, asked.run.contestants);
  const conditions = conditionsOf(asked.observations);
  const again = asked.observations.flatMap((observation): Observation[] => {
    const { subject, window } = observation;
    const { input, setting } = window.condition;
    const condition = conditions.find((other) => {
      const isOther = other.setting.of !== setting.of && other.setting.load === setting.load;
      return isOther && sameInput(other.input, input);
    });
    if (subject.contestant !== slowest || !condition) return [];
    return [{ ...observation, window: { ...window, condition } }];
  });
  return { ...asked, observations: [...asked.observations, ...again] };
}

const utilisation = ({ saturation }: Asked): Measure => ({
  metric: 'utilisation',
  of: (observation) => realisedUtilisation(observation, saturation),
});

/** The requests per second that were due. */
const offered: Measure = { metric: 'offered', of: ({ result: { open } }) => open?.perSecond };

/** From the median outwards in equal steps of 1/(1−p), as far as 20 samples lie beyond. */
const CURVE = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function curve(asked: Asked, contestant: string, condition: Condition): Curve[] {
  const rounds = sampledRounds(asked, under(asked.observations, contestant, condition), sampled);
  const points = CURVE.flatMap((p) => {
    const found = percentileOver(rounds, p, `${asked.run.seed}/${contestant}/curve/${p}`);
    return found ? [{ p, ...found }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

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
import { modelOf, predictedWait } from '../../analyse/theory/stations.ts';
import { type Condition, sameInput } from '../../model.ts';
import { mean } from '../../stats/moments.ts';
import type { Curve, LatencyAnalysis } from './analysis.ts';

const sampled: SampledOf = ({ open }) => open;

/**
 * Latency from the intended time, at the utilisation that was asked for: percentiles, all pairs on p50, p90 and p99;
 * and as it was measured: percentiles, mean, and what theory predicted for that.
 */
export function analyseLatency(asked: Asked): LatencyAnalysis {
  const steady: Asked = { ...bothOfSlowest(asked), samples: atSameUtilisation(asked) };
  const percentiles = percentileMetrics(steady, 'latency', sampled);
  const { subjects } = asked.run;
  return {
    metrics: [
      ...percentiles,
      ...metricsOf(asked, [meanLatency(asked), predicted(asked), utilisation(asked), offered, serviceCv2]),
    ],
    comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
      percentileComparisons(steady, 'latency', id, sampled, percentiles),
    ),
    curves: conditionsOf(asked.observations)
      .filter(({ setting }) => setting.of === 'slowest')
      .flatMap((condition) => subjects.flatMap(({ id }) => curve(steady, id, condition))),
    models: Object.fromEntries(subjects.map((subject) => [subject.id, modelOf(subject)])),
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

const meanLatency = ({ samples }: Asked): Measure => ({
  metric: 'latency-mean',
  of: ({ result: { open } }) => open && meanOf(samples(open.samples)),
});

const meanOf = (samples: Float32Array) => (samples.length > 0 ? mean(samples) : undefined);

const utilisation = ({ saturation }: Asked): Measure => ({
  metric: 'utilisation',
  of: (observation) => realisedUtilisation(observation, saturation),
});

/** The requests per second that were due, and how the work on them scattered: what a queueing model is given. */
const offered: Measure = { metric: 'offered', of: ({ result: { open } }) => open?.perSecond };
const serviceCv2: Measure = { metric: 'service-cv2', of: ({ result: { open } }) => open?.computeCv2 };

/** With the kernel's own time beside the block, and the rate that was realised. */
const predicted = ({ run }: Asked): Measure => ({
  metric: 'predicted-latency-mean',
  of: ({ result: { open }, reference, subject }: Observation) => {
    const facts = run.subjects.find(({ id }) => id === subject.contestant);
    if (!open || !reference || !facts) return undefined;
    const station = { serviceMs: reference.cpuMs, serviceCv2: reference.cv2, perSecond: open.perSecond };
    const wait = predictedWait(facts, run.workers, station);
    return wait === undefined ? undefined : wait + reference.cpuMs;
  },
});

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

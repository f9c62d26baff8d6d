import { compareAll, measureAll, settingOf } from '../../analyse/measures.ts';
import { conditionsOf, type Observation, observations } from '../../analyse/observations.ts';
import {
  comparedPercentile,
  percentileMetrics,
  percentiles,
  type SamplesOf,
  sampledRounds,
} from '../../analyse/percentiles.ts';
import { pinnedQueuesWait, type Station, sharedQueueWait } from '../../analyse/theory/queueing.ts';
import type { Condition, Curve, Metric, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { quantileAcrossRounds } from '../../stats/bootstrap.ts';
import { mean } from '../../stats/moments.ts';

const openSamples: SamplesOf = ({ open }) => open?.samples;

/** Latency from the intended time: percentiles, mean, verdicts on p50 and p90, and what theory predicted. */
export function analyseLatency(run: Run): ScenarioAnalysis {
  const found = observations(run, 'latency');
  const shared = found.filter(({ window }) => window.condition.load !== undefined);
  const own = found.filter(({ window }) => window.condition.ownLoad !== undefined);
  const capacities = Object.values(run.dimensions?.contestants ?? {}).map(({ capacity }) => capacity);
  return {
    metrics: [
      ...percentileMetrics(run, shared, 'latency', openSamples),
      ...meanMetrics(run, shared),
      ...percentileMetrics(run, own, 'latency', openSamples),
    ],
    // Only percentiles that every round carries by itself are compared.
    comparisons: percentiles
      .slice(0, 2)
      .flatMap((percentile) =>
        compareAll(run, shared, comparedPercentile(run, 'latency', percentile, openSamples)),
      ),
    curves: conditionsOf(shared).flatMap((condition) =>
      run.manifest.contestants.flatMap(({ id }) => curve(run, shared, id, condition)),
    ),
    setting: {
      ...settingOf(shared),
      capacity: capacities.length > 0 ? Math.min(...capacities) : 0,
      curveRounds: settingOf(own).rounds,
      curveWindows: settingOf(own).windows,
    },
  };
}

/** From the median outwards in equal steps of 1/(1−p), as far as 20 samples lie beyond. */
const CURVE = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function curve(run: Run, found: readonly Observation[], contestant: string, condition: Condition): Curve[] {
  const samples = sampledRounds(run, found, { contestant, condition }, openSamples).map((one) => one.sorted);
  if (samples.length === 0) return [];
  const points = CURVE.flatMap((p) => {
    const seed = `${run.manifest.seed}/${contestant}/curve/${p}`;
    const interval = quantileAcrossRounds(samples, p, { seed });
    return interval ? [{ p, ...interval }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

/** The mean latency, and beside it what a shared queue and pinned queues would give with the kernel's own times. */
function meanMetrics(run: Run, found: readonly Observation[]): Metric[] {
  const predicted = (wait: (station: Station) => number | undefined) => (window: WindowResult) => {
    const station = stationOf(window);
    const waiting = station && wait(station);
    return station && waiting !== undefined ? waiting + station.serviceMs : undefined;
  };
  const observed = ({ open }: WindowResult) => {
    const samples = open && run.samples(open.samples);
    return samples && samples.length > 0 ? mean(samples) : undefined;
  };
  return measureAll(run, found, [
    { metric: 'latency-mean', unit: 'ms', of: observed },
    { metric: 'predicted-shared', unit: 'ms', of: predicted(sharedQueueWait) },
    { metric: 'predicted-pinned', unit: 'ms', of: predicted(pinnedQueuesWait) },
  ]);
}

/** The station that an open loop was offered to, as its answers describe it. */
const stationOf = ({ open }: WindowResult): Station | undefined =>
  open && {
    servers: open.shares.length,
    serviceMs: open.computeMs,
    perSecond: open.perSecond,
    arrivalCv2: 1,
    serviceCv2: open.computeCv2,
  };

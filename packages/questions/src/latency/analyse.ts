import { badWindows, disturbedWindows, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import { extent, metricOver, metricsOf } from '@cpu-bound/study/analyse/measures';
import {
  conditionsOf,
  type RoundValues,
  type ScenarioInput,
  under,
} from '@cpu-bound/study/analyse/observations';
import {
  ownPercentiles,
  percentileComparisons,
  percentileMetrics,
  typicalOf,
  windowSamples,
} from '@cpu-bound/study/analyse/percentiles';
import {
  type Condition,
  type Interval,
  type Metric,
  type ScenarioAnalysis,
  type Seconds,
  sameCondition,
} from '@cpu-bound/study/model';
import { offered, openSamples } from '../measures.ts';

/** A latency distribution, up to the highest percentile for which there are enough samples. */
export type TailCurve = {
  readonly contestant: string;
  readonly condition: Condition;
  readonly points: readonly (Interval & { readonly p: number })[];
};

export type LatencyAnalysis = ScenarioAnalysis & {
  readonly curves: readonly TailCurve[];
  /** Windows whose tail was much longer than usual for the same contestant. */
  readonly bad: readonly MarkedWindow[];
  /** Other windows in which programs other than the study's used much of the CPU time. */
  readonly disturbed?: readonly MarkedWindow[];
  readonly seconds: Seconds;
  readonly rounds: number;
};

const roundsOf = (
  { observations, overloads }: ScenarioInput,
  contestant: string,
  condition: Condition,
): { readonly measured: number; readonly overloaded: number } => ({
  measured: new Set(under(observations, contestant, condition).map(({ round }) => round)).size,
  overloaded: overloads.filter(
    (one) => one.contestant === contestant && sameCondition(one.window.condition, condition),
  ).length,
});

/**
 * Returns true if the contestant was overloaded in most rounds: a contestant near the limit may have been measured in
 * some.
 */
function isOverloaded(input: ScenarioInput, contestant: string, condition: Condition): boolean {
  const { measured, overloaded } = roundsOf(input, contestant, condition);
  return overloaded > measured;
}

/**
 * Returns the rate as a share of each contestant's throughput in the same round: its utilisation, had it taken the
 * load.
 */
function busyMetrics(input: ScenarioInput, condition: Condition): Metric[] {
  const rates: RoundValues = new Map(
    input.observations.flatMap(({ window, round, result }) =>
      // A short window at a low rate may have no request.
      result.open && result.open.perSecond > 0 && sameCondition(window.condition, condition)
        ? [[round, result.open.perSecond] as const]
        : [],
    ),
  );
  return input.run.subjects.flatMap(({ id: contestant }) => {
    const { measured, overloaded } = roundsOf(input, contestant, condition);
    if (measured + overloaded === 0) return [];
    const own = input.throughput.get(contestant);
    const shares: RoundValues = new Map(
      [...rates].flatMap(([round, rate]) => {
        const capacity = own?.get(round);
        return capacity === undefined ? [] : [[round, rate / capacity] as const];
      }),
    );
    const metric = overloaded > measured ? 'overloaded' : 'utilisation';
    return metricOver({ contestant, metric, condition }, shares);
  });
}

/**
 * The percentiles from the median outwards in equal steps of 1/(1−p), up to the last for which a window has enough
 * samples.
 */
const CURVE_POINTS = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function tailCurve(input: ScenarioInput, contestant: string, condition: Condition): TailCurve[] {
  const windows = windowSamples(input, under(input.observations, contestant, condition), openSamples);
  const points = CURVE_POINTS.flatMap((p) => {
    const found = typicalOf(ownPercentiles(windows, p));
    return found ? [{ p, ...found }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

/**
 * Analyses latency from the intended time at request rates that are the same for all: percentiles, and all pairs on
 * p50, p90 and p99. A contestant that is overloaded at a rate has no latency there.
 */
export function analyse(all: ScenarioInput): LatencyAnalysis {
  const conditions = conditionsOf(all.observations);
  const input = {
    ...all,
    observations: all.observations.filter(
      ({ subject, window }) => !isOverloaded(all, subject.contestant, window.condition),
    ),
  };
  const percentiles = percentileMetrics(input, 'latency', openSamples);
  const windows = { input, sampledOf: openSamples, metrics: percentiles };
  return {
    metrics: [
      ...percentiles,
      ...metricsOf(input, [offered]),
      ...conditions.flatMap((condition) => busyMetrics(all, condition)),
    ],
    comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
      percentileComparisons(input, 'latency', id, openSamples, percentiles),
    ),
    bad: badWindows(windows),
    disturbed: disturbedWindows(windows),
    curves: conditions.flatMap((condition) =>
      all.run.subjects.flatMap(({ id }) => tailCurve(input, id, condition)),
    ),
    ...extent(all),
  };
}

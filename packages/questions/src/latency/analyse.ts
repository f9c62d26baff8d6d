import { badWindows, disturbedWindows, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
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
  SAMPLES,
  typicalOf,
  windowSamples,
} from '@cpu-bound/study/analyse/percentiles';
import { comparedBy, type Need, overloadedUnder } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import { type Condition, type Interval, type Metric, sameCondition } from '@cpu-bound/study/model';
import { HIGH, LOW, type Rate } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { figuresOf } from '../figures.ts';
import { offered, type WithExtent } from '../measures.ts';

/** A latency distribution, up to the highest percentile for which there are enough samples. */
type TailCurve = {
  readonly contestant: string;
  readonly condition: Condition;
  readonly points: readonly (Interval & { readonly p: number })[];
};

export type LatencyAnalysis = WithExtent & {
  readonly curves: readonly TailCurve[];
  /** Windows whose tail was much longer than usual for the same contestant. */
  readonly bad: readonly MarkedWindow[];
  /** Other windows in which programs other than the study's used much of the CPU time. */
  readonly disturbed?: readonly MarkedWindow[];
};

/**
 * Returns true if the contestant was overloaded in most rounds: one near the limit may have been measured in some. It is
 * undefined without a round of either.
 */
function isOverloaded(
  { observations, overloads }: ScenarioInput,
  contestant: string,
  condition: Condition,
): boolean | undefined {
  const measured = new Set(under(observations, contestant, condition).map(({ round }) => round)).size;
  const overloaded = overloads.filter(
    (overload) => overload.contestant === contestant && sameCondition(overload.window.condition, condition),
  ).length;
  return measured + overloaded === 0 ? undefined : overloaded > measured;
}

/**
 * Returns the rate as a share of each contestant's throughput in the same round: its utilisation, had it taken the
 * load. If nobody took it, the rate is known only if the reader gave it.
 */
function busyMetrics(input: ScenarioInput, condition: Condition): Metric[] {
  const { of, load: given = 0 } = condition.setting;
  const rates: RoundValues = new Map([
    ...(of === 'given' ? input.overloads : []).flatMap(({ window, round }) =>
      sameCondition(window.condition, condition) ? [[round, given] as const] : [],
    ),
    ...input.observations.flatMap(({ window, round, result }) =>
      // A short window at a low rate may have no request.
      result.open && result.open.perSecond > 0 && sameCondition(window.condition, condition)
        ? [[round, result.open.perSecond] as const]
        : [],
    ),
  ]);
  return input.run.subjects.flatMap(({ id: contestant }) => {
    const isOver = isOverloaded(input, contestant, condition);
    if (isOver === undefined) return [];
    const own = input.throughput.get(contestant);
    const shares: RoundValues = new Map(
      [...rates].flatMap(([round, rate]) => {
        const capacity = own?.get(round);
        return capacity === undefined ? [] : [[round, rate / capacity] as const];
      }),
    );
    const metric = isOver ? 'overloaded' : 'utilisation';
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
  const windows = windowSamples(input, under(input.observations, contestant, condition), SAMPLES.latency);
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
export function analyse(complete: ScenarioInput): LatencyAnalysis {
  const conditions = conditionsOf([...complete.observations, ...complete.overloads]);
  const input = {
    ...complete,
    observations: complete.observations.filter(
      ({ subject, window }) => !isOverloaded(complete, subject.contestant, window.condition),
    ),
  };
  const percentiles = percentileMetrics(input, 'latency', ['p50', 'p90', 'p99', 'p99.9']);
  const windows = { input, metrics: percentiles };
  return {
    metrics: [
      ...percentiles,
      ...metricsOf(input, [offered]),
      ...conditions.flatMap((condition) => busyMetrics(complete, condition)),
    ],
    comparisons: (['p50', 'p90', 'p99'] as const).flatMap((id) =>
      percentileComparisons(input, 'latency', id, percentiles),
    ),
    bad: badWindows(windows),
    disturbed: disturbedWindows(windows),
    curves: conditions.flatMap((condition) =>
      complete.run.subjects.flatMap(({ id }) => tailCurve(input, id, condition)),
    ),
    ...extent(complete),
  };
}

const needOf = (
  metric: 'latency-p50' | 'latency-p99',
  { load, of }: Rate,
  named: Pick<
    Need<LatencyAnalysis>,
    'id' | 'title' | 'order' | 'matter' | 'row' | 'resolves' | 'onlyIfMeasured'
  >,
): Need<LatencyAnalysis> => ({
  ...named,
  unit: 'ms',
  group: 'speed',
  answer({ metrics, comparisons }, analysis) {
    const condition = conditionsIn(metrics).find(({ setting }) => setting.load === load && setting.of === of);
    if (!condition) return undefined;
    const percentile = metric === 'latency-p50' ? 'median' : 'p99';
    const offered = analysis.contestants
      .map(({ id }) => findMetric(metrics, id, 'offered', condition))
      .find((found) => found !== undefined);
    const perSecond = offered?.estimate;
    const rate = perSecond === undefined ? '' : `${format.number(perSecond)} requests/s, `;
    return {
      title: `${percentile} at ${perSecond === undefined ? `${format.inPercent(load)} of the ${of}` : format.rate(perSecond)}`,
      under: `${rate}${wording.load(condition)}`,
      ...(perSecond !== undefined && { perSecond }),
      load: condition,
      overloaded: overloadedUnder(metrics, condition),
      ...figuresOf(analysis, metrics, metric, condition),
      ...comparedBy(comparisons, metric, condition),
    };
  },
});

export const needs: readonly Need<LatencyAnalysis>[] = [
  needOf('latency-p50', LOW, {
    id: 'latency',
    title: 'median at a low rate',
    matter: 'latency',
    order: 24,
    resolves: 'median latencies',
  }),
  needOf('latency-p99', LOW, {
    id: 'tail',
    title: 'p99 at a low rate',
    matter: 'latency',
    row: 'p99',
    order: 20,
  }),
  needOf('latency-p99', HIGH, {
    id: 'tail-high',
    title: 'p99 at a high rate',
    order: 26,
    onlyIfMeasured: true,
  }),
];

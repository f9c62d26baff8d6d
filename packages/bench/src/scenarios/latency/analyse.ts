import { compareRounds } from '../../analyse/compare-rounds.ts';
import { conditionsOf, type Observation, observations } from '../../analyse/observations.ts';
import type { Comparison, Condition, Curve, Metric, Run, ScenarioAnalysis } from '../../model.ts';
import { sameCondition } from '../../plan/condition.ts';
import { quantileAcrossRounds } from '../../stats/bootstrap.ts';
import { location } from '../../stats/location.ts';
import { mean } from '../../stats/moments.ts';
import { quantile, sortedCopy } from '../../stats/quantile.ts';
import { latencyMargin } from '../../stats/verdict.ts';
import { pinnedQueuesWait, type Station, sharedQueueWait } from '../../theory/queueing.ts';

const percentiles = [
  { id: 'p50', p: 0.5 },
  { id: 'p90', p: 0.9 },
  { id: 'p99', p: 0.99 },
  { id: 'p99.9', p: 0.999 },
] as const;

type Round = { readonly round: number; readonly sorted: Float64Array };

/** Latency from the intended time: percentiles, mean, verdicts on p50 and p90, and what theory predicted. */
export function analyseLatency(run: Run): ScenarioAnalysis {
  const found = observations(run, 'latency');
  const [first] = found;
  const capacities = Object.values(run.dimensions?.contestants ?? {}).map(({ capacity }) => capacity);
  const cells = conditionsOf(found).flatMap((condition) =>
    run.manifest.contestants.map(({ id }) => ({
      id,
      condition,
      rounds: roundsOf(run, found, id, condition),
    })),
  );
  return {
    metrics: cells.flatMap(({ id, condition, rounds }) => [
      ...percentileMetrics(run, id, condition, rounds),
      ...meanMetrics(found, id, condition, rounds),
    ]),
    comparisons: conditionsOf(found).flatMap((condition) =>
      compare(
        run,
        condition,
        new Map(cells.filter((cell) => cell.condition === condition).map((c) => [c.id, c.rounds])),
      ),
    ),
    curves: cells.flatMap(({ id, condition, rounds }) => curve(run, id, condition, rounds)),
    setting: {
      seconds: first?.window.open?.seconds ?? 0,
      rounds: new Set(found.map(({ cell }) => cell.round)).size,
      capacity: capacities.length > 0 ? Math.min(...capacities) : 0,
    },
  };
}

function roundsOf(
  run: Run,
  found: readonly Observation[],
  contestant: string,
  condition: Condition,
): Round[] {
  return found
    .filter(
      ({ cell, window }) => cell.contestant === contestant && sameCondition(window.condition, condition),
    )
    .flatMap(({ cell, window }) =>
      window.open ? [{ round: cell.round, sorted: sortedCopy(run.samples(window.open.samples)) }] : [],
    )
    .filter(({ sorted }) => sorted.length > 0);
}

function percentileMetrics(
  run: Run,
  contestant: string,
  condition: Condition,
  rounds: readonly Round[],
): Metric[] {
  if (rounds.length === 0) return [];
  const samples = rounds.map(({ sorted }) => sorted);
  return percentiles.flatMap(({ id, p }): Metric[] => {
    const seed = `${run.manifest.seed}/${contestant}/${id}`;
    const interval = quantileAcrossRounds(samples, p, { seed });
    return interval ? [{ contestant, metric: `latency-${id}`, unit: 'ms', condition, ...interval }] : [];
  });
}

/** From the median outwards in equal steps of 1/(1−p), as far as 20 samples lie beyond. */
const CURVE = [
  0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998, 0.999,
];

function curve(run: Run, contestant: string, condition: Condition, rounds: readonly Round[]): Curve[] {
  if (rounds.length === 0) return [];
  const samples = rounds.map(({ sorted }) => sorted);
  const points = CURVE.flatMap((p) => {
    const interval = quantileAcrossRounds(samples, p, {
      seed: `${run.manifest.seed}/${contestant}/curve/${p}`,
    });
    return interval ? [{ p, ...interval }] : [];
  });
  return points.length > 0 ? [{ contestant, condition, points }] : [];
}

/** The mean latency, and beside it what a shared queue and pinned queues would give with the kernel's own times. */
function meanMetrics(
  found: readonly Observation[],
  contestant: string,
  condition: Condition,
  rounds: readonly Round[],
): Metric[] {
  if (rounds.length === 0) return [];
  const shared = { contestant, unit: 'ms', condition };
  const stations = found
    .filter(
      ({ cell, window }) => cell.contestant === contestant && sameCondition(window.condition, condition),
    )
    .flatMap(({ window }): Station[] =>
      window.open
        ? [
            {
              servers: window.open.shares.length,
              serviceMs: window.open.computeMs,
              perSecond: window.open.perSecond,
              arrivalCv2: 1,
              serviceCv2: window.open.computeCv2,
            },
          ]
        : [],
    );
  const predicted = (metric: string, wait: (station: Station) => number | undefined): Metric[] => {
    const values = stations.flatMap((station) => {
      const waiting = wait(station);
      return waiting === undefined ? [] : [waiting + station.serviceMs];
    });
    return values.length === stations.length && values.length > 0
      ? [{ ...shared, metric, ...location(values) }]
      : [];
  };
  return [
    { ...shared, metric: 'latency-mean', ...location(rounds.map(({ sorted }) => mean(sorted))) },
    ...predicted('predicted-shared', sharedQueueWait),
    ...predicted('predicted-pinned', pinnedQueuesWait),
  ];
}

/** One family per load and percentile. Only percentiles that every round carries by itself are compared. */
function compare(
  run: Run,
  condition: Condition,
  rounds: ReadonlyMap<string, readonly Round[]>,
): Comparison[] {
  const { baseline, contestants } = run.manifest;
  return percentiles.slice(0, 2).flatMap(({ id: percentile, p }) => {
    const of = (id: string) =>
      new Map((rounds.get(id) ?? []).map(({ round, sorted }) => [round, quantile(sorted, p)] as const));
    const others = contestants.filter(({ id }) => id !== baseline).map(({ id }) => ({ id, values: of(id) }));
    const metric = `latency-${percentile}`;
    const margin = latencyMargin(p);
    return compareRounds(of(baseline), others, {
      metric,
      condition,
      baseline,
      margin,
      higherIsBetter: false,
    });
  });
}

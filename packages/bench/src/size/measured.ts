import { type Model, modelOf } from '../analyse/theory/stations.ts';
import { BenchError } from '../model/errors.ts';
import type { Analysis, Metric, MetricId, Milliseconds } from '../model.ts';
import { conditionsIn, findMetric } from '../report/metric-table.ts';
import { responseQuantile } from './predict.ts';

/** A load that was measured: how many requests a second, and what the slowest of a hundred took. */
export type MeasuredLoad = {
  readonly perSecond: number;
  readonly p99: Milliseconds;
  /** What the model predicts of it. */
  readonly predicted: Milliseconds | undefined;
};

/** What a run knows of a strategy that its size depends on. */
export type Sized = {
  readonly id: string;
  readonly title: string;
  readonly model: Model;
  /** Answers per second by number of workers, as far as it was measured, and never more workers than cores. */
  readonly capacity: ReadonlyMap<number, number>;
  readonly serviceCv2: number;
  readonly loads: readonly MeasuredLoad[];
  /** Measured ÷ predicted p99 of those loads: the geometric mean, the smallest and the largest; absent without one. */
  readonly error?: { readonly mean: number; readonly low: number; readonly high: number };
  readonly cpuMsPerRequest?: number;
  readonly rssBytes?: number;
  readonly rssPerWorker?: number;
  readonly startUpMs?: Milliseconds;
  readonly startUpPerWorker?: Milliseconds;
};

/**
 * What a run tells of each main strategy.
 *
 * @throws BenchError where it measured no capacity, or no latency to hold the model against
 */
export function sizedBy(analysis: Analysis): Sized[] {
  const metricsOf = (scenario: string): readonly Metric[] => analysis.scenarios[scenario]?.metrics ?? [];
  const [capacity, latency, workers, cost] = ['capacity', 'latency', 'workers', 'cost'].map(metricsOf) as [
    readonly Metric[],
    readonly Metric[],
    readonly Metric[],
    readonly Metric[],
  ];
  const missing = Object.entries({ capacity, latency })
    .filter(([, metrics]) => metrics.length === 0)
    .map(([scenario]) => scenario);
  if (missing.length > 0)
    throw new BenchError('OPEN', [
      `run ${analysis.run.id}: has not measured ${missing.join(' and ')}; accepted: a run with both, as of pnpm bench run --scenarios capacity,latency,cost,workers`,
    ]);
  const { cores } = analysis.environment;
  return analysis.contestants.flatMap((facts): Sized[] => {
    const { id, title } = facts;
    const of = (metrics: readonly Metric[], name: MetricId) => findMetric(metrics, id, name)?.estimate;
    const saturated = of(capacity, 'throughput');
    if (saturated === undefined) return [];
    const model = modelOf(facts);
    const usual = model === 'one server' ? 1 : analysis.run.workers;
    const byWorkers = new Map(
      workers
        .filter(({ contestant, metric }) => contestant === id && metric === 'throughput')
        .map(({ condition, estimate }) => [condition.setting.workers ?? usual, estimate] as const)
        .filter(([count]) => count <= cores),
    );
    byWorkers.set(usual, saturated); // measured most often
    const cv2s = latency.filter(({ contestant, metric }) => contestant === id && metric === 'service-cv2');
    const serviceCv2 = cv2s.reduce((sum, { estimate }) => sum + estimate, 0) / Math.max(1, cv2s.length);
    const loads = conditionsIn(latency).flatMap((condition): MeasuredLoad[] => {
      const [perSecond, p99] = (['offered', 'latency-p99'] as const).map(
        (name) => findMetric(latency, id, name, condition)?.estimate,
      );
      if (perSecond === undefined || p99 === undefined) return [];
      const serviceMs = (1000 * usual) / saturated;
      const predicted = responseQuantile({ model, workers: usual, serviceMs, serviceCv2, perSecond }, 0.99);
      return [{ perSecond, p99, predicted }];
    });
    const ratios = loads.flatMap(({ p99, predicted }) => (predicted === undefined ? [] : [p99 / predicted]));
    const error = ratios.length > 0 && {
      mean: Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
    };
    const optional = {
      cpuMsPerRequest: of(cost, 'cpu-ms-per-request'),
      rssBytes: of(cost, 'rss-peak'),
      startUpMs: of(cost, 'startup'),
      rssPerWorker: of(workers, 'rss-per-worker'),
      startUpPerWorker: of(workers, 'startup-per-worker'),
    };
    const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
    return [{ id, title, model, capacity: byWorkers, serviceCv2, loads, ...(error && { error }), ...known }];
  });
}

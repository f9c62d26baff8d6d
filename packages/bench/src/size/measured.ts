import { type Model, modelOf } from '../analyse/theory/stations.ts';
import { BenchError } from '../model/errors.ts';
import {
  type Analysis,
  type Metric,
  type MetricId,
  type Milliseconds,
  type Setting,
  sameInput,
} from '../model.ts';
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

const isUsual = ({ connections, workers, cpus, load }: Setting) =>
  connections !== undefined && workers === undefined && cpus === undefined && load === undefined;

/**
 * What a run tells of each main strategy.
 *
 * @throws BenchError where it measured no capacity, or no latency to hold the model against
 */
export function sizedBy(analysis: Analysis): Sized[] {
  const all = Object.values(analysis.scenarios).flatMap(({ metrics }) => metrics);
  const headline = all.filter(({ condition }) => sameInput(condition.input, analysis.run.workload.headline));
  /** Under a closed loop on the usual number of workers and all cores. */
  const usually = headline.filter(({ condition }) => isUsual(condition.setting));
  const latency = headline.filter(
    ({ condition: { setting } }) => setting.load !== undefined && !setting.fault,
  );
  const withUsualWorkers = headline.filter(({ condition: { setting } }) => setting.workers === undefined);
  const perWorkers = headline.filter(({ condition: { setting } }) => setting.workers !== undefined);
  const missing = [
    ...(usually.some(({ metric }) => metric === 'throughput') ? [] : ['the throughput of a closed loop']),
    ...(latency.some(({ metric }) => metric === 'offered') ? [] : ['the latency under any load']),
  ];
  if (missing.length > 0)
    throw new BenchError('OPEN', [
      `run ${analysis.run.id}: has not measured ${missing.join(' and ')}; accepted: a run that has, as of pnpm bench run --scenarios capacity,latency,cost,workers`,
    ]);
  const { cores } = analysis.environment;
  return analysis.contestants.flatMap((facts): Sized[] => {
    const { id, title } = facts;
    const of = (metrics: readonly Metric[], name: MetricId) => findMetric(metrics, id, name)?.estimate;
    const saturated = of(usually, 'throughput');
    if (saturated === undefined) return [];
    const model = modelOf(facts);
    const usual = model === 'one server' ? 1 : analysis.run.workers;
    const byWorkers = new Map(
      perWorkers
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
      cpuMsPerRequest: of(usually, 'cpu-ms-per-request'),
      rssBytes: of(usually, 'rss-peak'),
      startUpMs: of(withUsualWorkers, 'startup'),
      rssPerWorker: of(headline, 'rss-per-worker'),
      startUpPerWorker: of(headline, 'startup-per-worker'),
    };
    const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
    return [{ id, title, model, capacity: byWorkers, serviceCv2, loads, ...(error && { error }), ...known }];
  });
}

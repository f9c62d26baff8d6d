import { BenchError } from '@cpu-bound/measure/model/errors';
import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import {
  type Analysis,
  type Interval,
  type Metric,
  type Milliseconds,
  sameCondition,
  sameInput,
} from '@cpu-bound/study/model';

/** The p99 of a typical window, and the windows; in milliseconds. */
export type TypicalP99 = Interval & Pick<Metric, 'censored'> & Required<Pick<Metric, 'windows'>>;

/** A request rate of the run, and what a strategy's slowest of a hundred took at it. */
export type MeasuredRate = {
  readonly perSecond: number;
  /** Absent: it was overloaded, and has no latency there. */
  readonly p99?: TypicalP99;
};

/** What a run measured of a strategy that its size depends on. */
export type Measured = {
  readonly id: string;
  readonly title: string;
  /** Ascending; with the run's usual number of workers. */
  readonly rates: readonly MeasuredRate[];
  /** Answers per second when saturated, by number of workers. */
  readonly throughput: ReadonlyMap<number, Interval>;
  readonly cpuMsPerRequest?: Milliseconds;
  readonly rssBytes?: number;
  readonly startUpMs?: Milliseconds;
};

/** The metrics on the headline's input, of all questions. */
const headlineMetrics = ({ scenarios, run }: Analysis): Metric[] =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => metrics)
    .filter(({ condition }) => sameInput(condition.input, run.workload.headline));

/** Whether only the load was varied: the usual workers and cores, and no fault. */
export function isUsual({ condition }: Metric): boolean {
  const { connections: _connections, load: _load, of: _of, ...varied } = condition.setting;
  return Object.values(varied).every((value) => value === undefined);
}

/** Those of a closed loop on the usual workers and cores. */
export const saturatedMetrics = (analysis: Analysis): Metric[] =>
  headlineMetrics(analysis).filter(
    (metric) =>
      isUsual(metric) &&
      metric.condition.setting.load === undefined &&
      metric.condition.setting.connections !== undefined,
  );

/**
 * What a run measured of each main strategy.
 *
 * @throws BenchError where it measured no latency at any request rate
 */
export function measuredBy(analysis: Analysis): Measured[] {
  const found = ratesMeasured(analysis);
  if (found.every(({ rates }) => rates.length === 0))
    throw new BenchError('OPEN', [
      `run ${analysis.run.id}: has no p99 at any request rate; accepted: a run that measured one, for example by ${moreCommand(analysis)} --scenarios latency,capacity,cost,workers`,
    ]);
  return found;
}

/** The same, with no rates where it measured no latency. */
export function ratesMeasured(analysis: Analysis): Measured[] {
  const all = headlineMetrics(analysis);
  const saturated = saturatedMetrics(analysis);
  const loaded = all.filter((metric) => isUsual(metric) && metric.condition.setting.load !== undefined);
  return analysis.contestants.map(({ id, title, workers }): Measured => {
    const of = (metrics: readonly Metric[], name: Metric['metric']) =>
      findMetric(metrics, id, name)?.estimate;
    const usual = workers ? analysis.run.workers : 1;
    const optional = {
      cpuMsPerRequest: of(saturated, 'cpu-ms-per-request'),
      rssBytes: of(saturated, 'rss-peak'),
      startUpMs: of(all.filter(isUsual), 'startup'),
    };
    return {
      id,
      title,
      rates: ratesOf(id, loaded),
      throughput: throughputOf(id, usual, all, saturated),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    };
  });
}

function ratesOf(id: string, loaded: readonly Metric[]): MeasuredRate[] {
  return conditionsIn(loaded)
    .flatMap((condition): MeasuredRate[] => {
      // An overloaded one was not measured: its rate is that of the others, which were the same.
      const offered =
        findMetric(loaded, id, 'offered', condition) ??
        loaded.find((one) => one.metric === 'offered' && sameCondition(one.condition, condition));
      const p99 = findMetric(loaded, id, 'latency-p99', condition);
      const isOverloaded = findMetric(loaded, id, 'overloaded', condition) !== undefined;
      if (!offered || (!p99 && !isOverloaded)) return [];
      if (!p99?.windows || isOverloaded) return [{ perSecond: offered.estimate }];
      const { estimate, low, high, level, n, indicative, windows, censored } = p99;
      const typical = { estimate, low, high, level, n, indicative, windows };
      return [{ perSecond: offered.estimate, p99: { ...typical, ...(censored && { censored }) } }];
    })
    .sort((a, b) => a.perSecond - b.perSecond);
}

/** Of the question on workers as far as it was asked; of the usual number what was measured most often. */
function throughputOf(
  id: string,
  usual: number,
  all: readonly Metric[],
  saturated: readonly Metric[],
): ReadonlyMap<number, Interval> {
  const measured = all.flatMap((one): [number, Interval][] => {
    const { workers } = one.condition.setting;
    return one.contestant === id && one.metric === 'throughput' && workers !== undefined
      ? [[workers, one]]
      : [];
  });
  const most = findMetric(saturated, id, 'throughput');
  return new Map([...measured, ...(most ? [[usual, most] as const] : [])].sort(([a], [b]) => a - b));
}

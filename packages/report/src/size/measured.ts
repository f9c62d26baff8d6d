import { conditionsIn, findMetric, metricsUnder } from '@cpu-bound/study/analyse/look-up';
import type { RateFigure } from '@cpu-bound/study/analyse/rates-within';
import { questionedIn } from '@cpu-bound/study/decide/warnings';
import { type Analysis, type Interval, type Metric, sameInput } from '@cpu-bound/study/model';

/** The p99 of a typical window, with the windows; in milliseconds. */
export type TypicalP99 = Interval & Pick<Metric, 'censored'> & Required<Pick<Metric, 'windows'>>;

/** A request rate of the run, and the p99 of a strategy at that rate. */
export type MeasuredRate = {
  readonly perSecond: number;
  /** The p99 at that rate; absent if the strategy was overloaded, and so has no latency there. */
  readonly p99?: TypicalP99;
};

/** The rates at which a run measured a strategy. */
export type StrategyRates = {
  readonly id: string;
  /** The rates, ascending, with the run's usual number of workers. */
  readonly rates: readonly MeasuredRate[];
  /** Its largest rate within the p99 that is asked for, if the run looked for such rates. */
  readonly within?: RateFigure;
};

/** Returns the metrics on the headline's input, of all questions. */
const headlineMetrics = ({ scenarios, run }: Analysis): Metric[] =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => metrics)
    .filter(({ condition }) => sameInput(condition.input, run.workload.headline));

/** Returns true if only the load was varied, with the usual workers and cores and without a fault. */
export function isUsual({ condition }: Metric): boolean {
  const { connections: _connections, load: _load, of: _of, ...varied } = condition.setting;
  return Object.values(varied).every((value) => value === undefined);
}

/** Returns the metrics of a closed loop on the usual workers and cores. */
export const saturatedMetrics = (analysis: Analysis): Metric[] =>
  headlineMetrics(analysis).filter(
    (metric) =>
      isUsual(metric) &&
      metric.condition.setting.load === undefined &&
      metric.condition.setting.connections !== undefined,
  );

/**
 * Returns the rates of each contestant; none if the run measured no latency, or if the contestant's figures are in
 * doubt.
 */
export function ratesMeasured(analysis: Analysis): StrategyRates[] {
  const loaded = headlineMetrics(analysis).filter(
    (metric) => isUsual(metric) && metric.condition.setting.load !== undefined,
  );
  const questioned = questionedIn(analysis);
  return analysis.contestants.map(({ id }) => ({
    id,
    rates: questioned.includes(id) ? [] : ratesOf(id, loaded),
  }));
}

function ratesOf(id: string, loaded: readonly Metric[]): MeasuredRate[] {
  return conditionsIn(loaded)
    .flatMap((condition): MeasuredRate[] => {
      // An overloaded contestant has no measured rate, so it gets the rate of the others, which had the same load.
      const offered =
        findMetric(loaded, id, 'offered', condition) ?? metricsUnder(loaded, 'offered', condition)[0];
      const { load, of } = condition.setting;
      // A window offers a whole number of requests, so the reader's rate is used as given.
      const perSecond = of === 'given' ? load : offered?.estimate;
      const p99 = findMetric(loaded, id, 'latency-p99', condition);
      const isOverloaded = findMetric(loaded, id, 'overloaded', condition) !== undefined;
      if (perSecond === undefined || (!p99 && !isOverloaded)) return [];
      if (!p99?.windows || isOverloaded) return [{ perSecond }];
      const { estimate, low, high, level, n, indicative, windows, censored } = p99;
      const typical = { estimate, low, high, level, n, indicative, windows };
      return [{ perSecond, p99: { ...typical, ...(censored && { censored }) } }];
    })
    .sort((a, b) => a.perSecond - b.perSecond);
}

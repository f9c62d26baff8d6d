import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { questionedIn } from '@cpu-bound/study/decide/warnings';
import { type Analysis, type Interval, type Metric, sameCondition, sameInput } from '@cpu-bound/study/model';

/** The p99 of a typical window, and the windows; in milliseconds. */
export type TypicalP99 = Interval & Pick<Metric, 'censored'> & Required<Pick<Metric, 'windows'>>;

/** A request rate of the run, and what a strategy's slowest of a hundred took at it. */
export type MeasuredRate = {
  readonly perSecond: number;
  /** Absent: it was overloaded, and has no latency there. */
  readonly p99?: TypicalP99;
};

/** The rates at which a run measured a strategy. */
export type Measured = {
  readonly id: string;
  /** Ascending; with the run's usual number of workers. */
  readonly rates: readonly MeasuredRate[];
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

/** The metrics of a closed loop on the usual workers and cores. */
export const saturatedMetrics = (analysis: Analysis): Metric[] =>
  headlineMetrics(analysis).filter(
    (metric) =>
      isUsual(metric) &&
      metric.condition.setting.load === undefined &&
      metric.condition.setting.connections !== undefined,
  );

/** The rates of each contestant; none where the run measured no latency, or where its figures are questioned. */
export function ratesMeasured(analysis: Analysis): Measured[] {
  const loaded = headlineMetrics(analysis).filter(
    (metric) => isUsual(metric) && metric.condition.setting.load !== undefined,
  );
  const questioned = questionedIn(analysis, 'speed');
  return analysis.contestants.map(({ id }) => ({
    id,
    rates: questioned.includes(id) ? [] : ratesOf(id, loaded),
  }));
}

function ratesOf(id: string, loaded: readonly Metric[]): MeasuredRate[] {
  return conditionsIn(loaded)
    .flatMap((condition): MeasuredRate[] => {
      // An overloaded one was not measured: its rate is that of the others, which were the same.
      const offered =
        findMetric(loaded, id, 'offered', condition) ??
        loaded.find((one) => one.metric === 'offered' && sameCondition(one.condition, condition));
      const { load, of } = condition.setting;
      // A window offers a whole number of requests; the reader's rate is the one that was given.
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

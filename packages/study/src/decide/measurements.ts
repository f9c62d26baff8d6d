import { conditionsIn, coreTime, findMetric, kernelTime, metricsUnder } from '../analyse/look-up.ts';
import type { Analysis, Metric, RateSearch } from '../model/analysis.ts';
import type { ContestantFacts } from '../model/run.ts';
import { type Interval, sameInput } from '../model.ts';
import { questionedIn } from './contestants.ts';

/** The p99 of a typical window, with the windows; in milliseconds. */
export type TypicalP99 = Interval & Pick<Metric, 'censored'> & Required<Pick<Metric, 'windows'>>;

/** A request rate of the run, and the p99 of a strategy at that rate. */
export type MeasuredRate = {
  readonly perSecond: number;
  /** The p99 at that rate; absent if the strategy was overloaded, and so has no latency there. */
  readonly p99?: TypicalP99;
};

/** The measurements of a strategy that answer a reader's case. */
export type StrategyRates = {
  readonly id: string;
  /** The rates, ascending, with the run's usual number of workers; none if its figures are in doubt. */
  readonly rates: readonly MeasuredRate[];
  /** It cannot answer more requests per second than this; absent if neither throughput nor a task was timed. */
  readonly reach?: { readonly perSecond: number; readonly by: 'throughput' | 'cores' };
  readonly isQuestioned?: true;
};

/** The measurements that answer cases. */
export type Measurements = {
  readonly strategies: readonly StrategyRates[];
  /** The windows from which the largest rates within any p99 follow; absent if the run looked for none. */
  readonly search?: RateSearch | undefined;
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

/** Returns what a run measured of each contestant, and the windows of its search. */
export function measurementsIn(analysis: Analysis): Measurements {
  const loaded = headlineMetrics(analysis).filter(
    (metric) => isUsual(metric) && metric.condition.setting.load !== undefined,
  );
  const questioned = questionedIn(analysis);
  const strategies = analysis.contestants.map((contestant): StrategyRates => {
    const { id } = contestant;
    const isQuestioned = questioned.includes(id);
    const reach = isQuestioned ? undefined : reachOf(analysis, contestant);
    return {
      id,
      rates: isQuestioned ? [] : ratesOf(id, loaded),
      reach,
      isQuestioned: isQuestioned || undefined,
    };
  });
  const search = Object.values(analysis.scenarios).find((scenario) => scenario.search)?.search;
  return { strategies, search };
}

/**
 * Returns the most requests per second that a contestant can answer: the upper end of its throughput, or else what all
 * cores compute if they do nothing else; undefined by too few rounds. The cores bound no other kernel, runtime,
 * program or machine.
 */
function reachOf(
  analysis: Analysis,
  { id, kernel, runtime, program, elsewhere }: ContestantFacts,
): StrategyRates['reach'] {
  const ends = [
    ...saturatedMetrics(analysis).flatMap((metric) => (metric.metric === 'throughput' ? [metric] : [])),
    ...headlineMetrics(analysis).flatMap(asThroughput),
  ].filter(({ contestant, indicative }) => contestant === id && !indicative);
  if (ends.length > 0) return { perSecond: Math.max(...ends.map(({ high }) => high)), by: 'throughput' };
  const kernelMs = kernelTime(analysis);
  const isOfCores = [kernel, runtime, program, elsewhere].every((other) => other === undefined);
  if (!kernelMs || kernelMs.indicative || !isOfCores) return undefined;
  return { perSecond: (1000 * coreTime(analysis.environment)) / kernelMs.low, by: 'cores' };
}

/** A run of latency alone has throughputs as shares: the reader's rate ÷ the throughput, in the same rounds. */
function asThroughput(metric: Metric): Pick<Metric, 'contestant' | 'high' | 'indicative'>[] {
  const { load, of } = metric.condition.setting;
  const isShare = metric.metric === 'overloaded' || metric.metric === 'utilisation';
  if (!isShare || !isUsual(metric) || of !== 'given' || load === undefined || metric.low <= 0) return [];
  return [{ ...metric, high: load / metric.low }];
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
      return [{ perSecond, p99: { estimate, low, high, level, n, indicative, windows, censored } }];
    })
    .sort((a, b) => a.perSecond - b.perSecond);
}

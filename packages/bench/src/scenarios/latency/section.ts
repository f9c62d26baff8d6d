import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition, Metric, ScenarioAnalysis } from '../../model.ts';
import { besideTheory } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
} from '../../report/metric-table.ts';
import { comparedMeaning, comparisonLines } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';

const columns: readonly Column[] = ['p50', 'p90', 'p99', 'p99.9'].map((id) => ({
  title: `${id} (ms)`,
  metric: `latency-${id}`,
}));

const loadOf = ({ load, ownLoad }: Condition) => `${Math.round(Number(load ?? ownLoad) * 100)} %`;

/** The tables, the pictures, what theory says, and what it means. */
export function latencySection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'latency');
  if (!found) return NOTHING;
  const { seconds, rounds, capacity } = found.setting;
  const all = conditionsIn(found.metrics);
  const shared = all.filter(({ load }) => load !== undefined);
  const own = all.filter(({ ownLoad }) => ownLoad !== undefined);
  const title = (condition: Condition) => {
    const { load: _load, ...query } = condition;
    return `**${loadOf(condition)} load** — ${format.input(query)}, keep-alive`;
  };
  const groups = shared.map((condition) => ({
    name: `At ${loadOf(condition)}`,
    comparisons: found.comparisons.filter(
      (one) => one.metric === 'latency-p50' && sameCondition(one.condition, condition),
    ),
  }));
  return [
    `Open loop: Poisson arrivals on a schedule fixed beforehand, the same for every contestant of a round, over keep-alive connections used in turn; about ${seconds} s a load, ${format.count(Number(rounds), 'round')}, a fresh process in each. The loads are shares of the slowest contestant's capacity, ${format.number(Number(capacity))} req/s in a short run before the first round. Latency counts from the intended time; a request without an answer counts at its timeout.`,
    '**Predicted.** What shares one queue (a pool, a job queue) waits less than what pins connections to workers, and both less than one process; the more so the higher the load.',
    chart('latency.svg'),
    ...shared.map(
      (condition) =>
        `${title(condition)}\n\n${metricTable(analysis, found, condition, columns, 'latency-p50')}`,
    ),
    source(found),
    `${format.intervalNote(found.metrics.filter(({ condition }) => condition.load !== undefined))} The verdict is on the median. A percentile is left out where fewer than 20 samples lie beyond it.`,
    theory(analysis, found.metrics, shared),
    ...(own.length > 0 ? knee(analysis, found, own, chart) : []),
    comparedMeaning(
      comparisonLines(
        analysis,
        groups,
        (ratio) => `takes ${ratio} times as long (median, below 1 is quicker) as`,
      ),
      found.comparisons.filter(({ metric }) => metric === 'latency-p50'),
    ),
  ].join('\n\n');
}

/** The curve up to each contestant's own knee, one row per contestant and load. */
function knee(
  analysis: Analysis,
  found: ScenarioAnalysis,
  own: readonly Condition[],
  chart: (file: string) => string,
): string[] {
  const rows = analysis.contestants.map(({ id, title }) => [
    title,
    ...own.map((condition) => {
      const of = (name: string) => findMetric(found.metrics, id, name, condition);
      const parts = [of('latency-p50'), of('latency-p90'), of('latency-p99')];
      return parts.map((metric) => (metric ? format.number(metric.estimate) : '–')).join(' / ');
    }),
  ]);
  return [
    `**Up to the knee** — at shares of each contestant's own capacity; p50 / p90 / p99 in ms, ${format.count(Number(found.setting.curveRounds), 'round')}, indicative`,
    chart('latency-knee.svg'),
    table(['', ...own.map(loadOf)], rows),
    source(found, found.setting.curveWindows),
  ];
}

/** Predicted, observed, residual of the mean; a residual beyond the observed interval is a finding. */
function theory(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string {
  const rows = conditions.flatMap((condition) =>
    analysis.contestants.flatMap(({ id, title }) => {
      const of = (name: string) => findMetric(metrics, id, name, condition);
      const observed = of('latency-mean');
      const [shared, pinned] = [of('predicted-shared'), of('predicted-pinned')];
      if (!observed) return [];
      return [[`${title}, ${loadOf(condition)}`, ...besideTheory(observed, shared, pinned)]];
    }),
  );
  return `**Beside theory.** With the kernel's own times as service times: one shared queue (M/G/n, Allen–Cunneen) and pinned connections (n × M/G/1, Pollaczek–Khinchine). The residual is against the nearer of the two; where the prediction lies outside the observed interval it is marked, and is what the model leaves out: HTTP, dispatch, and fewer cores than runnable threads.\n\n${table(['mean latency (ms)', 'observed', 'shared queue', 'pinned queues', 'residual'], rows)}`;
}

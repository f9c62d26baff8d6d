import type { Analysis, Comparison, Condition, Metric } from '../../model.ts';
import { conditionKey, sameCondition } from '../../plan/condition.ts';
import * as format from '../../report/format.ts';
import { table } from '../../report/table.ts';

const columns = ['latency-p50', 'latency-p90', 'latency-p99', 'latency-p99.9'];

/** The tables, the picture, what theory says, and what it means. */
export function latencySection(analysis: Analysis, chart: (file: string) => string): string {
  const found = analysis.scenarios.latency;
  if (!found || found.metrics.length === 0) return 'Nothing was measured: see “What went wrong”.';
  const { seconds, rounds, capacity } = found.setting;
  const conditions = [
    ...new Map(found.metrics.map(({ condition }) => [conditionKey(condition), condition])).values(),
  ];
  return [
    `Open loop: Poisson arrivals on a schedule fixed beforehand, the same for every contestant of a round, over keep-alive connections used in turn; ${seconds} s a load, ${format.count(Number(rounds), 'round')}, a fresh process in each. The loads are shares of the slowest contestant's capacity, ${format.number(Number(capacity))} req/s in a short run before the first round. Latency counts from the intended time; a request without an answer counts at its timeout.`,
    chart('latency.svg'),
    ...conditions.map((condition) => loadTable(analysis, found.metrics, found.comparisons, condition)),
    `${format.intervalNote(found.metrics)} A percentile is left out where fewer than 20 samples lie beyond it.`,
    theory(analysis, found.metrics, conditions),
    meaning(analysis, found.comparisons, conditions),
  ].join('\n\n');
}

const loadOf = (condition: Condition) => `${Math.round(Number(condition.load) * 100)} %`;

function loadTable(
  analysis: Analysis,
  metrics: readonly Metric[],
  comparisons: readonly Comparison[],
  condition: Condition,
): string {
  const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
  const shown = columns.filter((id) => here.some(({ metric }) => metric === id));
  const rows = analysis.contestants.map(({ id: contestant, title }) => {
    const of = (id: string) =>
      here.find((metric) => metric.contestant === contestant && metric.metric === id);
    const median = comparisons.find(
      (one) =>
        one.contestant === contestant &&
        one.metric === 'latency-p50' &&
        sameCondition(one.condition, condition),
    );
    return [
      title,
      ...shown.map((id) => cell(of(id))),
      contestant === analysis.run.baseline ? 'baseline' : median ? format.ratio(median.ratio) : '–',
      median ? format.verdict(median) : '–',
      median?.mde === undefined ? '–' : `±${(median.mde * 100).toFixed(1)} %`,
      String(of('latency-p50')?.n ?? 0),
    ];
  });
  const { load: _load, ...query } = condition;
  const seconds = analysis.scenarios.latency?.setting.seconds;
  const header = [
    '',
    ...shown.map((id) => `${id.slice(8)} (ms)`),
    'p50 against the baseline',
    'verdict',
    'MDE',
    'n',
  ];
  return `**${loadOf(condition)} load** — ${format.input(query)}, keep-alive, ${seconds} s\n\n${table(header, rows)}`;
}

const cell = (metric: Metric | undefined) => (metric ? format.interval(metric) : '–');

/** Predicted, observed, residual of the mean; a residual beyond the observed interval is a finding. */
function theory(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string {
  const rows = conditions.flatMap((condition) =>
    analysis.contestants.flatMap(({ id, title }) => {
      const of = (name: string) =>
        metrics.find(
          (metric) =>
            metric.contestant === id && metric.metric === name && sameCondition(metric.condition, condition),
        );
      const observed = of('latency-mean');
      const [shared, pinned] = [of('predicted-shared'), of('predicted-pinned')];
      if (!observed) return [];
      const nearer = [shared, pinned]
        .filter((metric) => metric !== undefined)
        .sort(
          (a, b) => Math.abs(a.estimate - observed.estimate) - Math.abs(b.estimate - observed.estimate),
        )[0];
      return [
        [
          `${title}, ${loadOf(condition)}`,
          format.interval(observed),
          shared ? format.number(shared.estimate) : 'unstable',
          pinned ? format.number(pinned.estimate) : 'unstable',
          nearer ? residual(observed, nearer) : '–',
        ],
      ];
    }),
  );
  return `**Beside theory.** With the kernel's own times as service times: one shared queue (M/G/n, Allen–Cunneen) and pinned connections (n × M/G/1, Pollaczek–Khinchine). The residual is against the nearer of the two; where the prediction lies outside the observed interval it is marked, and is what the model leaves out: HTTP, dispatch, and fewer cores than runnable threads.\n\n${table(['mean latency (ms)', 'observed', 'shared queue', 'pinned queues', 'residual'], rows)}`;
}

function residual(observed: Metric, predicted: Metric): string {
  const difference = observed.estimate - predicted.estimate;
  const outside = predicted.estimate < observed.low || predicted.estimate > observed.high;
  return `${difference >= 0 ? '+' : '−'}${format.number(Math.abs(difference))} ms${outside ? ' (outside)' : ''}`;
}

function meaning(
  analysis: Analysis,
  comparisons: readonly Comparison[],
  conditions: readonly Condition[],
): string {
  const title = (id: string) => analysis.contestants.find((contestant) => contestant.id === id)?.title ?? id;
  const lines = conditions.map((condition) => {
    const medians = comparisons.filter(
      ({ metric, condition: of }) => metric === 'latency-p50' && sameCondition(of, condition),
    );
    const parts = medians.map(({ contestant, ratio, verdict, roundsNeeded }) => {
      const range = `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}`;
      const settle = roundsNeeded ? `; about ${roundsNeeded} rounds would settle it` : '';
      return `${title(contestant)} ${ratio.estimate.toFixed(2)} times the baseline's median (${range}: ${verdict}${settle})`;
    });
    return `- At ${loadOf(condition)}: ${parts.join('; ') || 'nothing to compare'}.`;
  });
  return ['**What it means.** Below 1 is quicker.', ...lines].join('\n');
}

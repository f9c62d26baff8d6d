import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition } from '../../model.ts';
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

const columns: readonly Column[] = ['p50', 'p90', 'p99'].map((id) => ({
  title: `${id} (ms)`,
  metric: `hello-${id}`,
}));

/** `50 % load`, or how it was saturated. */
export const loadName = ({ load, connections }: Condition): string =>
  load === undefined
    ? connections === 0
      ? 'idle'
      : `saturated by ${connections} connections`
    : `${Math.round(Number(load) * 100)} % load`;

/** The tables, the picture, and what they say. */
export function responsivenessSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'responsiveness');
  if (!found) return NOTHING;
  const { perSecond, rounds } = found.setting;
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric.startsWith('hello-p')));
  const groups = conditions.map((condition) => ({
    name: loadName(condition),
    comparisons: found.comparisons.filter((one) => sameCondition(one.condition, condition)),
  }));
  return [
    `\`GET /hello\` does no work. It was asked for ${perSecond} times a second on a schedule of its own, its latency counted from the intended time, while the heavy route had an open load (a share of the slowest contestant's capacity) or was saturated by a closed loop. Where “latency” was measured too, the probe went along in its windows. ${format.count(Number(rounds), 'round')}.`,
    '**Predicted.** Where the work is done on the event loop that answers, a light request waits behind it like a heavy one; where it is handed over, it does not.',
    chart('responsiveness.svg'),
    ...conditions.map(
      (condition) =>
        `**${loadName(condition)}** — ${inputOf(condition)}\n\n${metricTable(analysis, found, condition, columns, 'hello-p50')}`,
    ),
    source(found),
    `${format.intervalNote(found.metrics.filter(({ metric }) => metric.startsWith('hello-p')))} The verdict is on the median. A percentile is left out where fewer than 20 samples lie beyond it.`,
    theory(analysis, conditions),
    comparedMeaning(
      comparisonLines(
        analysis,
        groups,
        (ratio) => `lets a light request wait ${ratio} times as long (median, below 1 is quicker) as`,
      ),
      found.comparisons,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const inputOf = ({ load: _load, ...condition }: Condition) => format.input(condition);

/** The mean wait of a light request that shares the loop with the work, predicted, beside what it waited. */
function theory(analysis: Analysis, conditions: readonly Condition[]): string {
  const metrics = analysis.scenarios.responsiveness?.metrics ?? [];
  const rows = conditions.flatMap((condition) =>
    analysis.contestants.flatMap(({ id, title }) => {
      const observed = findMetric(metrics, id, 'hello-mean', condition);
      const predicted = findMetric(metrics, id, 'predicted-same-loop', condition);
      if (!observed || !predicted) return [];
      return [
        [
          `${title}, ${loadName(condition)}`,
          format.interval(observed),
          format.number(predicted.estimate),
          format.residual(observed, predicted),
        ],
      ];
    }),
  );
  if (rows.length === 0) return '';
  return `**Beside theory.** The mean wait of a request that queues for the same event loops as the work (n × M/G/1, Pollaczek–Khinchine, with the kernel's own times). Whoever keeps the work off that loop stays far below it.\n\n${table(['mean of /hello (ms)', 'observed', 'on the same loop', 'residual'], rows)}`;
}

import { sameCondition } from '../../measure/plan/condition.ts';
import type { Analysis, Condition, Metric } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
  subjectsIn,
} from '../../report/metric-table.ts';
import { meaning } from '../../report/sentences.ts';

const columns: readonly Column[] = [
  { title: 'largest share', metric: 'share-max', show: format.percent },
  { title: 'smallest share', metric: 'share-min', show: format.percent },
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
  { title: 'p99 (ms)', metric: 'latency-p99' },
];
/** Beyond this share above an even one, the spread is uneven. */
const UNEVEN = 1.2;
const PUBLISHED = 0.7;

/** `50 keep-alive connections` or `a connection per request`. */
export const wayName = ({ policy, connections }: Condition): string =>
  policy === 'per-request' ? 'a connection per request' : `${connections} keep-alive connections`;

/** A table per way of connecting, and what it means for the spread and for the tail. */
export function connectionsSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'connections');
  if (!found) return NOTHING;
  const { seconds, rounds, workers } = found.setting;
  const conditions = conditionsIn(found.metrics);
  const variants = subjectsIn(analysis, found.metrics).filter(({ variantOf }) => variantOf !== undefined);
  return [
    `Open loop at 70 % of the slowest contestant's capacity, ${seconds} s for each way of connecting, ${format.count(Number(rounds), 'round')}, ${workers} workers each; answers counted by the worker that they name.${variants.length > 0 ? ` Beside the contestants: ${variants.map(({ title }) => title).join(', ')}.` : ''}`,
    `**Predicted.** A pool and a job queue deal out requests, so the way of connecting does not matter to them. A cluster deals out connections: round robin spreads them evenly, the operating system need not: Node.js's documentation tells of loads where more than ${PUBLISHED * 100} % of the connections ended in two of eight processes. A connection per request lets round robin see who is free.`,
    chart('connections.svg'),
    ...conditions.map(
      (condition) =>
        `**${wayName(condition)}**\n\n${metricTable(analysis, found, condition, columns, 'latency-p50')}`,
    ),
    source(found),
    `${format.intervalNote(found.metrics)} The verdict is on the median.`,
    meaning(
      [...spread(analysis, found.metrics, conditions), ...tails(analysis, found.metrics, conditions)],
      found.metrics,
    ),
  ].join('\n\n');
}

/** For each way, who spread the work unevenly, by the lower end of the bracket. */
function spread(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string[] {
  const workers = Number(analysis.scenarios.connections?.setting.workers ?? 1);
  return conditions.map((condition) => {
    const uneven = subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
      const share = findMetric(metrics, id, 'share-max', condition);
      const used = findMetric(metrics, id, 'workers-used', condition);
      // One process without workers has all of it, and spreads nothing.
      if (!share || (used && used.high <= 1 && id === analysis.run.baseline)) return [];
      return share.low > UNEVEN / workers
        ? [`${title} gave one worker ${format.percent(share)} of the answers`]
        : [];
    });
    const even = `an even share is ${(100 / workers).toFixed(0)} %`;
    return uneven.length > 0
      ? `${wayName(condition)}: ${uneven.join('; ')} (${even}).`
      : `${wayName(condition)}: nobody's largest share was shown to be a fifth above an even one (${even}).`;
  });
}

/** What the way of connecting did to the highest percentile that every way has. */
function tails(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string[] {
  const percentile = ['p99', 'p90', 'p50'].find((id) =>
    conditions.every((condition) =>
      metrics.some((one) => one.metric === `latency-${id}` && sameCondition(one.condition, condition)),
    ),
  );
  if (percentile === undefined) return [];
  return subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
    const parts = conditions.flatMap((condition) => {
      const tail = findMetric(metrics, id, `latency-${percentile}`, condition);
      return tail ? [`${format.interval(tail)} ms with ${wayName(condition)}`] : [];
    });
    return parts.length > 1 ? [`${title}: ${percentile} ${parts.join(', ')}.`] : [];
  });
}

import * as format from '@cpu-bound/study/format';
import { type Analysis, conditionKey, type Decision, type Metric } from '@cpu-bound/study/model';
import { marksOf } from '../charts/palette.ts';

/** What the page's own script works with. */
export type PageData = {
  readonly contestants: readonly { readonly id: string; readonly title: string; readonly colour: string }[];
  readonly decision: Decision;
  readonly scenarios: readonly { readonly id: string; readonly series: readonly Series[] }[];
};

/** One metric under one condition, a point for each contestant. */
export type Series = { readonly name: string; readonly unit: string; readonly points: readonly Point[] };

export type Point = {
  readonly contestant: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** What is read of it: `worker threads: 141 [136, 145] req/s, n = 8`. */
  readonly text: string;
};

/** Everything that can be drawn, and weighed. */
export function pageData(analysis: Analysis): PageData {
  const { domain, colours } = marksOf(analysis);
  return {
    contestants: analysis.contestants.map(({ id, title }) => ({
      id,
      title,
      colour: colours[domain.indexOf(id)] ?? '#666666',
    })),
    decision: analysis.decision,
    scenarios: Object.entries(analysis.scenarios).map(([id, { metrics }]) => ({
      id,
      series: seriesOf(analysis, metrics),
    })),
  };
}

/** Those that two contestants have at least: else there is nothing to see. */
function seriesOf({ contestants }: Analysis, metrics: readonly Metric[]): Series[] {
  const groups = Map.groupBy(metrics, (one) => `${one.metric} ${conditionKey(one.condition)}`);
  return [...groups.values()].flatMap((group): Series[] => {
    const [first] = group;
    const points = contestants.flatMap(({ id, title }) => {
      const found = group.find(({ contestant }) => contestant === id);
      return found ? [pointOf(found, title)] : [];
    });
    return first && points.length > 1 ? [{ name: nameOf(first), unit: first.unit, points }] : [];
  });
}

function pointOf(metric: Metric, title: string): Point {
  const { contestant, estimate, low, high, n, unit } = metric;
  return { contestant, estimate, low, high, text: `${title}: ${format.interval(metric)} ${unit}, n = ${n}` };
}

/** `throughput, upTo=200000, connections 50` */
const nameOf = ({ metric, condition }: Metric): string =>
  [
    metric,
    format.input(condition),
    ...Object.entries(condition.setting).map(([name, value]) => `${name} ${value}`),
  ]
    .filter((part) => part !== '')
    .join(', ');

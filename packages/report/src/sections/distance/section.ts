import { conditionsIn, findMetric, titleIn } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import { whenItPays } from '@cpu-bound/study/scenarios/break-even';
import type { DistanceAnalysis } from '@cpu-bound/study/scenarios/distance/analysis';
import { LOAD } from '@cpu-bound/study/scenarios/distance/plan';
import { type Column, matrixTable, NOTHING } from '../../tables/metric-table.ts';
import { findings } from '../../tables/sentences.ts';
import { accountingColumns } from '../accounting.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
];
const parted: readonly Column[] = [
  ...accountingColumns,
  { title: 'computed again', metric: 'retaken', show: format.whole },
];

const partitions: Readonly<Record<string, string>> = {
  'partition-api': 'the API cannot reach Redis for 5 s',
  'partition-workers': 'the workers cannot reach Redis for 5 s',
};

/** `no distance`, `10 ms apart`. */
export const distanceName = ({ setting: { distanceMs = 0 } }: Condition): string =>
  distanceMs === 0 ? 'no distance' : `${distanceMs} ms apart`;

const conditionName = (condition: Condition): string =>
  `${distanceName(condition)}, ${condition.setting.load === undefined ? format.input(condition) : `open loop at ${format.load(condition)}`}`;

/** What distance between the parts costs each strategy, from which task size on a queue pays off, and what a partition does. */
export function distanceSection(found: DistanceAnalysis, { analysis, chart }: Page): Section {
  const all = conditionsIn(found.metrics);
  const apart = all.filter(({ setting }) => setting.fault === undefined);
  const cut = all.filter(({ setting }) => setting.fault !== undefined);
  if (apart.length === 0) return NOTHING;
  const title = titleIn(analysis);
  const latencies = apart.filter(({ setting }) => setting.load !== undefined);
  return {
    says: [
      ...found.breakEven.map(
        (one) =>
          `${distanceName({ input: {}, setting: { distanceMs: one.distanceMs } })}, ${title(one.contestant)}: ${whenItPays(one)}`,
      ),
      ...latencies.flatMap((condition) =>
        findings(analysis, pairsUnder(found.comparisons, 'latency-p50', condition), {
          what: 'median latency',
          where: ` with ${distanceName(condition)}`,
        }),
      ),
      ...cut.flatMap((condition) => whatBecame(found, analysis, condition)),
    ],
    charts: [chart('distance.svg')],
    details: [
      `Clients, API, Redis and workers are processes of this machine. Between each two of them, a TCP relay delays all data. The delays are one-way, and the relay's timer may add up to 1 ms. Unlike a real network, the relay loses and reorders nothing and opens connections fast. Its CPU time is that of the loopback. The baseline has only the delay from its clients. A closed loop runs over task sizes, and an open loop at ${Math.round(LOAD * 100)} % of what one core computes. There were ${format.count(found.rounds, 'round')}. In a partition no data passes on one link for 5 s, while its connections stay open.`,
      matrixTable(analysis, found, apart, { name: conditionName, columns }),
      ...(cut.length === 0
        ? []
        : [
            matrixTable(analysis, found, cut, {
              name: ({ setting }) => partitions[String(setting.fault)] ?? '',
              columns: parted,
            }),
          ]),
      format.intervalNote(found.metrics),
    ],
  };
}

/** The outcomes of all requests during a partition. */
function whatBecame(
  { metrics }: DistanceAnalysis,
  { contestants }: Analysis,
  condition: Condition,
): string[] {
  const words = [
    ['answered', 'answered'],
    ['refused', 'refused'],
    ['errors', 'failed'],
    ['lost', 'without an answer'],
    ['duplicated', 'answered twice'],
    ['retaken', 'computed again'],
  ] as const;
  return contestants.flatMap(({ id, title }) => {
    const sent = findMetric(metrics, id, 'sent', condition);
    if (!sent) return [];
    const outcomes = words.flatMap(([name, word]) => {
      const metric = findMetric(metrics, id, name, condition);
      return metric && metric.high > 0 ? [`${format.whole(metric)} ${word}`] : [];
    });
    const what = partitions[String(condition.setting.fault)] ?? '';
    return [`${what}, ${title}: of ${format.whole(sent)} requests, ${outcomes.join(', ')}`];
  });
}

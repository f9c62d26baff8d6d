import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';
import { DIRECTIONS, type Direction, octetsOf, payloadName } from './analyse.ts';

const WHY =
  'A body is copied to a thread unless its memory is transferred ([`postMessage`](https://nodejs.org/api/worker_threads.html#portpostmessagevalue-transferlist)), and it crosses two sockets on its way through Redis. A process of a cluster works on it where it arrives.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50' },
  { title: 'CPU per request, with Redis (ms)', metric: 'cpu-ms-per-request' },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis (MiB)', metric: 'redis-rss', show: format.mebibytes },
];

/**
 * Reports how the throughput of each strategy, relative to one process, depends on the size of a body, with the tables.
 */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(named(found.metrics, 'throughput')).sort(
    (a, b) => Number(a.input.in) - Number(b.input.in) || Number(a.input.out) - Number(b.input.out),
  );
  if (conditions.length === 0) return NOTHING;
  return {
    says: [
      ...DIRECTIONS.flatMap((direction) => largest(found, analysis, direction)),
      ...DIRECTIONS.flatMap((direction) => breakEven(found, analysis, direction)),
      ...variantComparisons(found, analysis),
    ],
    why: WHY,
    charts: [chart('payload.svg')],
    details: [
      `A closed loop of ${conditions[0]?.setting.connections} connections sends bodies by \`POST\` to a built-in workload. The workload computes a checksum of the body, and answers with a body of a given size. Beside it, \`/hello\` is requested 40 times a second. ${format.thereWere(found.rounds, 'round')}. The bench verifies all bytes of every answer.`,
      matrixTable(analysis, found, conditions, { name: payloadName, columns }),
      ...conditions.map(
        (condition) =>
          `${payloadName(condition)}:\n\n${pairsTable(analysis, found, 'throughput', condition)}`,
      ),
      wording.intervalNote(found.metrics),
    ],
  };
}

/** Returns the conditions with bodies in this direction, from small to large. */
const bySize = (conditions: readonly Condition[], direction: Direction): Condition[] =>
  conditions
    .filter((condition) => octetsOf(condition, direction) !== undefined)
    .sort((a, b) => (octetsOf(a, direction) ?? 0) - (octetsOf(b, direction) ?? 0));

/** Reports the answers per second of each strategy with the largest body that all of them accept. */
function largest({ metrics }: WithRounds, { contestants }: Analysis, direction: Direction): string[] {
  const rates = named(metrics, 'throughput');
  const conditions = bySize(conditionsIn(rates), direction).filter((condition) =>
    contestants.every(({ id }) => findMetric(rates, id, 'throughput', condition)),
  );
  return conditions.slice(-1).map((condition) => {
    const each = contestants.flatMap(({ id, title }) => {
      const rate = findMetric(rates, id, 'throughput', condition);
      return rate ? [`${title} ${format.number(rate.estimate)}`] : [];
    });
    return `Answers per second with ${payloadName(condition)}: ${each.join(', ')}`;
  });
}

/**
 * Reports the ratio of each strategy to the baseline at each size, and the sizes at which it was shown to answer fewer
 * requests.
 */
function breakEven(found: WithRounds, analysis: Analysis, direction: Direction): string[] {
  const { baseline } = analysis.run;
  const conditions = bySize(conditionsIn(found.comparisons), direction);
  return analysis.contestants.flatMap(({ id }) => {
    const pairs = conditions.flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, baseline);
      return pair ? [{ condition, pair }] : [];
    });
    if (id === baseline || pairs.length === 0) return [];
    const ratios = pairs.map(({ condition, pair }, index) => {
      const reference = index === 0 ? ` the throughput of ${baseline}` : '';
      const isWorse = pair.verdict === 'worse';
      return `${format.times(pair.ratio.estimate)}×${reference} ${format.ratioBounds(pair.ratio)} with ${payloadName(condition)}${isWorse ? ' (worse)' : ''}`;
    });
    return [`${id}: ${ratios.join(', ')}`];
  });
}

/** Compares each variant with its contestant, if a verdict was found. */
function variantComparisons(found: WithRounds, analysis: Analysis): string[] {
  return subjectsIn(analysis, found.metrics).flatMap(({ id, variantOf }) => {
    if (variantOf === undefined) return [];
    const ratios = conditionsIn(found.comparisons).flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, variantOf);
      return pair && !isOpenRelation(pair.verdict)
        ? [
            `${format.times(pair.ratio.estimate)}× the throughput of ${variantOf} ${format.ratioBounds(pair.ratio)} with ${payloadName(condition)} (${pair.verdict})`,
          ]
        : [];
    });
    return ratios.length > 0 ? [`${id}: ${ratios.join(', ')}`] : [];
  });
}

/** Draws the answers per second with each body. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'throughput'), {
    file: 'payload.svg',
    alt: 'Throughput of each contestant with each size of body',
    title: 'Answers per second with large bodies',
    axis: 'answers/s',
    panel: ({ condition }) => payloadName(condition),
  });

import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { PayloadAnalysis } from './analyse.ts';
import { type Direction, octetsOf, payloadName } from './words.ts';

/** The mechanism behind the findings. */
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
export function section(found: PayloadAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput')).sort(
    (a, b) => Number(a.input.in) - Number(b.input.in) || Number(a.input.out) - Number(b.input.out),
  );
  if (conditions.length === 0) return NOTHING;
  return {
    says: [
      ...largest(found, analysis, 'in'),
      ...largest(found, analysis, 'out'),
      ...breakEven(found, analysis, 'in'),
      ...breakEven(found, analysis, 'out'),
      ...variantComparisons(found, analysis),
    ],
    why: WHY,
    charts: [chart('payload.svg')],
    details: [
      `A closed loop of ${conditions[0]?.setting.connections} connections sends bodies by \`POST\` to a built-in workload. The workload computes a checksum of the body, and answers with a body of a given size. Beside it, \`/hello\` is requested 40 times a second. ${format.thereWere(found.rounds, 'round')}. The bench verifies all bytes of every answer.`,
      matrixTable(analysis, found, conditions, { name: payloadName, columns }),
      ...conditions.map(
        (condition) =>
          `${payloadName(condition)}:\n\n${pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition))}`,
      ),
      format.intervalNote(found.metrics),
    ],
  };
}

/** Reports the answers per second of each strategy with the largest body that all of them accept. */
function largest({ metrics }: PayloadAnalysis, { contestants }: Analysis, direction: Direction): string[] {
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  const conditions = conditionsIn(rates)
    .filter((condition) => octetsOf(condition, direction) !== undefined)
    .filter((condition) => contestants.every(({ id }) => findMetric(rates, id, 'throughput', condition)))
    .sort((a, b) => (octetsOf(b, direction) ?? 0) - (octetsOf(a, direction) ?? 0));
  return conditions.slice(0, 1).map((condition) => {
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
function breakEven(found: PayloadAnalysis, analysis: Analysis, direction: Direction): string[] {
  const { baseline } = analysis.run;
  const conditions = conditionsIn(found.comparisons)
    .filter((condition) => octetsOf(condition, direction) !== undefined)
    .sort((a, b) => (octetsOf(a, direction) ?? 0) - (octetsOf(b, direction) ?? 0));
  return analysis.contestants.flatMap(({ id }) => {
    const pairs = conditions.flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, baseline);
      return pair ? [{ condition, pair }] : [];
    });
    if (id === baseline || pairs.length === 0) return [];
    const ratios = pairs.map(({ condition, pair }, index) => {
      const reference = index === 0 ? ` the throughput of ${baseline}` : '';
      const isWorse = pair.verdict === 'worse' && !pair.ratio.indicative;
      return `${format.times(pair.ratio.estimate)}×${reference} ${format.ratioBounds(pair.ratio)} with ${payloadName(condition)}${isWorse ? ' (worse)' : ''}`;
    });
    return [`${id}: ${ratios.join(', ')}`];
  });
}

/** Compares each variant with its contestant, if a verdict was found. */
function variantComparisons(found: PayloadAnalysis, analysis: Analysis): string[] {
  return subjectsIn(analysis, found.metrics).flatMap(({ id, variantOf }) => {
    if (variantOf === undefined) return [];
    const ratios = conditionsIn(found.comparisons).flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, variantOf);
      return pair && !pair.ratio.indicative && pair.verdict !== 'inconclusive'
        ? [
            `${format.times(pair.ratio.estimate)}× the throughput of ${variantOf} ${format.ratioBounds(pair.ratio)} with ${payloadName(condition)} (${pair.verdict})`,
          ]
        : [];
    });
    return ratios.length > 0 ? [`${id}: ${ratios.join(', ')}`] : [];
  });
}

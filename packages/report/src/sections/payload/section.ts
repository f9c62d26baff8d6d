import { conditionsIn, subjectsIn, titleIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { PayloadAnalysis } from '@cpu-bound/study/scenarios/payload/analysis';
import { type Direction, octetsOf, payloadName } from '@cpu-bound/study/scenarios/payload/words';
import { type Column, matrixTable, NOTHING } from '../../tables/metric-table.ts';
import { pairsTable } from '../../tables/sentences.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50', show: format.censored },
  { title: 'CPU a request, with Redis (ms)', metric: 'cpu-ms-per-request' },
  { title: 'peak memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'Redis (MiB)', metric: 'redis-rss', show: format.mebibytes },
];

/** What each strategy loses to one process with the size of a body, and the tables. */
export function payloadSection(found: PayloadAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput')).sort(
    (a, b) => Number(a.input.in) - Number(b.input.in) || Number(a.input.out) - Number(b.input.out),
  );
  if (conditions.length === 0) return NOTHING;
  return {
    says: [
      ...breakEven(found, analysis, 'in'),
      ...breakEven(found, analysis, 'out'),
      ...beside(found, analysis),
    ],
    charts: [chart('payload.svg')],
    details: [
      `Closed loop of ${conditions[0]?.setting.connections} connections on a workload of its own: a checksum of what comes in, and so many octets go out, by \`POST\`; a light request 40 times a second beside it; ${format.count(found.rounds, 'round')}. Every answer’s octets are verified. Threads are given the octets of a large body or answer for good (transferred), since this workload keeps none of them. The queue puts them under keys of their own beside the job, since in the job they would be text, a third larger, that every script of the queue reads and writes again.`,
      matrixTable(analysis, found, conditions, { name: payloadName, columns }),
      ...conditions.map(
        (condition) =>
          `${payloadName(condition)}:\n\n${pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition))}`,
      ),
      format.intervalNote(found.metrics),
    ],
  };
}

/** From which size on each was shown to answer less than the baseline, or up to which it was not. */
function breakEven(found: PayloadAnalysis, analysis: Analysis, direction: Direction): string[] {
  const { baseline } = analysis.run;
  const title = titleIn(analysis);
  const conditions = conditionsIn(found.comparisons)
    .filter((condition) => octetsOf(condition, direction) !== undefined)
    .sort((a, b) => (octetsOf(a, direction) ?? 0) - (octetsOf(b, direction) ?? 0));
  return analysis.contestants.flatMap(({ id }) => {
    const pairs = conditions.flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, baseline);
      return pair ? [{ condition, pair }] : [];
    });
    if (id === baseline || pairs.length === 0) return [];
    const told = pairs.map(
      ({ condition, pair }) =>
        `${format.ratio(pair.ratio)} with ${payloadName(condition)}${pair.verdict === 'worse' && !pair.ratio.indicative ? ' (fewer)' : ''}`,
    );
    return [`${title(id)} ÷ ${title(baseline)}, answers: ${told.join(', ')}`];
  });
}

/** A variant that does the same otherwise. */
function beside(found: PayloadAnalysis, analysis: Analysis): string[] {
  return subjectsIn(analysis, found.metrics).flatMap(({ id, title, variantOf }) => {
    if (variantOf === undefined) return [];
    const told = conditionsIn(found.comparisons).flatMap((condition) => {
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), id, variantOf);
      return pair && !pair.ratio.indicative && pair.verdict !== 'inconclusive'
        ? [`${format.ratio(pair.ratio)} with ${payloadName(condition)} (${pair.verdict})`]
        : [];
    });
    return told.length > 0 ? [`${title} ÷ ${titleIn(analysis)(variantOf)}, answers: ${told.join(', ')}`] : [];
  });
}

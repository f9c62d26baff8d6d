import { pairsUnder } from '../../analyse/pairs.ts';
import type { Condition } from '../../model.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, metricTable, NOTHING } from '../../report/metric-table.ts';
import { claimLine, pairsTable } from '../../report/sentences.ts';
import type { Page, Section } from '../scenario.ts';
import type { LatencyAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
  { title: 'p99 (ms)', metric: 'latency-p99' },
  { title: 'p99.9 (ms)', metric: 'latency-p99.9' },
];
const asMeasured: readonly Column[] = [
  { title: 'busy', metric: 'utilisation', show: format.percent },
  { title: 'p50 (ms)', metric: 'measured-p50' },
  { title: 'p90 (ms)', metric: 'measured-p90' },
  { title: 'p99 (ms)', metric: 'measured-p99' },
  { title: 'p99.9 (ms)', metric: 'measured-p99.9' },
];
const isShared = ({ setting }: Condition) => setting.of === 'slowest';

/** First what can be compared at the same requests per second, then each at loads of its own. */
export const latencyConditions = (found: LatencyAnalysis): Condition[] =>
  conditionsIn(found.metrics.filter(({ metric }) => metric === 'latency-p50')).sort(
    (a, b) => Number(isShared(b)) - Number(isShared(a)),
  );

/** Who answers sooner under load, and the tables. */
export function latencySection(found: LatencyAnalysis, { analysis, chart }: Page): Section {
  const conditions = latencyConditions(found);
  if (conditions.length === 0) return NOTHING;
  const hasOwn = conditions.some((condition) => !isShared(condition));
  return {
    says: conditions.flatMap((condition) =>
      (['p50', 'p99'] as const).flatMap((id) =>
        claimLine(
          analysis,
          `At ${format.load(condition)}${id === 'p99' ? ', the slowest of a hundred' : ''}`,
          pairsUnder(found.comparisons, `latency-${id}`, condition),
          (ratio) => `takes ${ratio} times as long (${id === 'p50' ? 'median' : id}) as`,
        ),
      ),
    ),
    charts: [chart('latency.svg'), ...(hasOwn ? [chart('latency-own.svg')] : [])],
    details: [
      `Open loop: Poisson arrivals, their number and times fixed beforehand and the same for every contestant of a block, over keep-alive connections used in turn; ${found.seconds} s a window, ${format.count(found.rounds, 'round')}, a fresh process in each. A load is a share of a capacity, from the rounds so far: the work of the closed loops ÷ what a task computes for in the open ones; of the slowest contestant's, so that all have the same requests per second; or of each one's own, where a faster one has more of them. Latency counts from when a request was due; by how much the generator sent late widens the interval downwards. A request without an answer counts at its timeout.`,
      'A machine whose speed changes by a tenth makes 70 or 90 % of a load of 80 %, and one whose neighbour takes a core makes an overload of it; a wait at 90 % is twice that at 80 %. How fast each worker was is known: every answer says how long it computed. The arrivals of a window are replayed in the queueing model below at these speeds, dealt out to the workers as they were, and each latency is multiplied by what windows like it have in the same model, at its rank, at the usual speed of the round and the load that was asked for, over what the replay has. What a contestant does otherwise than the model stays in, by the same ratio. For the slowest, a load of its own is the shared one: its figures are of both windows. “As it was measured” is without either.',
      ...conditions.flatMap((condition) => [
        `**At ${format.load(condition)}** — ${format.input(condition)}, keep-alive\n\n${metricTable(analysis, found, condition, columns, 'latency-p50')}`,
        pairsTable(analysis, pairsUnder(found.comparisons, 'latency-p50', condition)),
        `Of the p99:\n\n${pairsTable(analysis, pairsUnder(found.comparisons, 'latency-p99', condition))}`,
        `As it was measured:\n\n${metricTable(analysis, found, condition, asMeasured)}`,
      ]),
      `${format.intervalNote(found.metrics)} The verdict of the first table is on the median; that on the p99 is on the p99 of a round's window, a few samples each, and so coarser. A percentile is left out where fewer than 20 samples lie beyond it.`,
    ],
  };
}

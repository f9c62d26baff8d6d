import { pairOf, pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  matrixTable,
  NOTHING,
  titleIn,
} from '../../report/metric-table.ts';
import { pairsTable } from '../../report/sentences.ts';
import { whenItPays } from '../break-even.ts';
import type { Page, Section } from '../scenario.ts';
import type { TaskSizeAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'overhead CPU ms', metric: 'overhead-ms' },
];

export const sizesIn = (found: TaskSizeAnalysis): Condition[] =>
  conditionsIn(found.metrics.filter(({ metric }) => metric === 'throughput'));

const kernelOf = ({ metrics }: TaskSizeAnalysis, condition: Condition) =>
  findMetric(metrics, 'kernel', 'kernel-ms', condition);

/** `upTo=10000 (0.0712 ms)` */
export const sizeName = (found: TaskSizeAnalysis, condition: Condition): string => {
  const alone = kernelOf(found, condition);
  return `${format.input(condition)}${alone ? ` (${format.duration(alone.estimate)})` : ''}`;
};

/** From which size on each pays off, the curve, and the tables. */
export function taskSizeSection(found: TaskSizeAnalysis, { analysis, chart }: Page): Section {
  const conditions = sizesIn(found);
  if (conditions.length === 0) return NOTHING;
  const { baseline } = analysis.run;
  const toBaseline = (contestant: string, condition: Condition) => {
    const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), contestant, baseline);
    return pair && `${format.ratio(pair.ratio)} ${format.verdict(pair)}`;
  };
  return {
    says: payOffs(found, analysis),
    charts: [chart('task-size.svg')],
    details: [
      `Closed loop for each of the sizes, the larger the longer; ${format.count(found.rounds, 'round')}. The overhead is the CPU time of server and Redis for a request, less the kernel's in the same block. Against the smallest tasks the load generator needs its part of the machine too, so throughput there is that of both.`,
      matrixTable(analysis, found, conditions, {
        name: (condition) => sizeName(found, condition),
        columns,
        more: { title: 'against the baseline', show: toBaseline },
      }),
      ...conditions.flatMap((condition) => [
        `**${sizeName(found, condition)}** — ${condition.setting.connections} connections`,
        pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition)),
      ]),
      format.intervalNote(found.metrics),
    ],
  };
}

/** Between which sizes they begin to pay off, which is all that was measured; those of one answer together. */
export function payOffs({ breakEven }: TaskSizeAnalysis, analysis: Analysis): string[] {
  const groups = Map.groupBy(breakEven, whenItPays);
  return [...groups].map(
    ([when, members]) =>
      `${members.map(({ contestant }) => titleIn(analysis)(contestant)).join(', ')}: ${when}`,
  );
}

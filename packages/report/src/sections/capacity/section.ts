import { conditionsIn, findMetric, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { amongMain } from '@cpu-bound/study/decide/among';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import type { CapacityAnalysis } from '@cpu-bound/study/scenarios/capacity/analysis';
import { type Column, metricTable, NOTHING } from '../../tables/metric-table.ts';
import { findings, pairsTable } from '../../tables/sentences.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'of the cores', metric: 'core-share', show: format.percent },
];

/** Which contestant answers more, how much of the cores the tasks use, and the tables. */
export function capacitySection(found: CapacityAnalysis, { analysis, chart }: Page): Section {
  const rates = found.metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return NOTHING;
  const conditions = conditionsIn(rates);
  return {
    says: conditions.flatMap((condition) => [
      ...findings(analysis, pairsUnder(found.comparisons, 'throughput', condition), {
        what: 'throughput',
        where: conditions.length > 1 ? ` with ${format.input(condition)}` : '',
      }),
      ...ofTheCores(found, analysis, condition),
    ]),
    charts: [chart('capacity.svg')],
    details: [
      method(found, analysis),
      ...conditions.flatMap((condition) => tables(found, analysis, condition)),
      format.intervalNote(rates),
      chart('capacity-ratios.svg'),
      chart('capacity-rounds.svg'),
    ],
  };
}

/** The share of the cores' time that tasks computed. The rest is overhead around the task, or idle. */
function ofTheCores({ metrics }: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const shares = amongMain(analysis).contestants.flatMap(({ id, title }) => {
    const share = findMetric(metrics, id, 'core-share', condition);
    return share ? [`${title} ${format.percent(share)}`] : [];
  });
  const { cores } = analysis.environment;
  return shares.length > 0
    ? [`Tasks computed for this share of the time of ${cores} cores: ${shares.join(', ')}`]
    : [];
}

function method({ connections, seconds, rounds, metrics }: CapacityAnalysis, analysis: Analysis): string {
  const { cores } = analysis.environment;
  const isContestant = (id: string) => analysis.contestants.some((one) => one.id === id);
  const variants = subjectsIn(analysis, metrics).filter(({ id }) => !isContestant(id));
  const beside =
    variants.length > 0
      ? ` These variants were measured too, and each is compared only with the contestant that it varies: ${variants.map(({ title }) => title).join('; ')}.`
      : '';
  const kernels = analysis.contestants.some(({ kernel }) => kernel !== undefined)
    ? ' Contestants with another kernel have another limit, and are not in the chart of this one.'
    : '';
  const how = `A closed loop has ${connections} connections; each sends its next request when it has its answer. Windows of ${seconds} s measure the contestants in turn within seconds. Each of ${format.count(rounds, 'round')} has several such blocks`;
  const { requests } = analysis.run.workload;
  if (requests)
    return `${how}. The requests are those of the file, in turn. An answer is right if its status is the one expected${requests.statusOnly ? '; bodies are not compared' : ', and its body is the one that all targets gave before the run'}. What the requests cost to compute is not known, so there is no physical limit.`;
  return `${how}, and starts fresh processes. Only right answers count. The share of the cores is answers × \`computeMs\` ÷ (cores × time) within each window; it has no verdict.${beside} The physical limit is cores ÷ the kernel's CPU time. The kernel is the function of the task alone, measured on all cores at once beside every block.${kernels}

**Predicted.** One process computes on at most 1/${cores} of the cores. A strategy that uses every core comes the nearer to all of them, the larger the task is.`;
}

function tables(found: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
  const text = limit
    ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${analysis.environment.cores} cores`
    : '';
  return [
    `**${format.input(condition)}** — ${found.connections} connections${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`,
    pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition)),
  ];
}

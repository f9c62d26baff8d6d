import { forestPlot } from '@cpu-bound/report/charts/forest';
import { roundsStrip } from '@cpu-bound/report/charts/rounds';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { type Finding, findings, pairsTable, type Texts } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { amongMain } from '@cpu-bound/study/decide/among';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Condition, MANY_UNANSWERED } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { input } from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { alsoFor } from '../columns.ts';
import type { CapacityAnalysis } from './analyse.ts';

const WHY =
  'A process computes on one core, because JavaScript runs on one thread ([Node.js: don’t block the event loop](https://nodejs.org/learn/asynchronous-work/dont-block-the-event-loop)). A cluster, a pool and a queue use all cores; what they add to each request, such as a message to a thread or a round trip to Redis, is the rest of the difference.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'cores used', metric: 'cpu-used' },
  { title: 'answers per CPU s', metric: 'answers-per-cpu-second' },
];

/** Reports which contestant answers more and which of the two factors makes the difference, with the tables. */
export function section(found: CapacityAnalysis, { analysis, chart }: Page): Section {
  const rates = named(found.metrics, 'throughput');
  if (rates.length === 0) return NOTHING;
  const conditions = conditionsIn(rates);
  return {
    says: conditions.flatMap((condition) => [
      ...findings(analysis, found, 'throughput', condition, {
        what: 'throughput',
        where: conditions.length > 1 ? ` with ${wording.input(condition)}` : '',
      }),
      ...uneven(found, analysis, condition),
      ...factors(found, analysis, condition),
      ...unanswered(found, analysis, condition),
    ]),
    why: WHY,
    charts: [chart('capacity.svg')],
    details: [
      method(found, analysis),
      ...conditions.flatMap((condition) => tables(found, analysis, condition)),
      wording.intervalNote(rates),
      chart('capacity-ratios.svg'),
      chart('capacity-rounds.svg'),
    ],
  };
}

/**
 * Throughput is a product: the CPU seconds that a service used per second times its answers per CPU second. Both come
 * from the machine's own clocks. The sentences name the factor that differs.
 */
function factors(
  { metrics, comparisons }: CapacityAnalysis,
  analysis: Analysis,
  condition: Condition,
): Texts {
  const used = amongMain(analysis).contestants.flatMap(({ id, title }) => {
    const cores = findMetric(metrics, id, 'cpu-used', condition);
    return cores ? [`${title} ${format.interval(cores)}`] : [];
  });
  const { cores } = analysis.environment;
  const main = amongMain(analysis).contestants.map(({ id }) => id);
  const perCpuSecond = pairsUnder(comparisons, 'answers-per-cpu-second', condition);
  const products = pairsUnder(comparisons, 'throughput', condition).flatMap(
    ({ contestant, against, ratio, verdict }) => {
      const other = pairOf(perCpuSecond, contestant, against)?.ratio.estimate;
      if (
        other === undefined ||
        verdict === 'not-judged' ||
        ![contestant, against].every((id) => main.includes(id))
      )
        return [];
      const [product, ofCores, ofWork] = [ratio.estimate, ratio.estimate / other, other].map(format.times);
      return [`${contestant} ÷ ${against} ${product} = ${ofCores} × ${ofWork}`];
    },
  );
  return [
    used.length > 0 && `Of ${format.count(cores, 'core')} each kept computing: ${used.join(', ')}`,
    products.length > 0 &&
      `The ratios of throughput are ratios of cores that computed × ratios of answers per CPU second: ${products.join('; ')}`,
  ];
}

/** A fork that gave less than this share of an even part was idle for a time that throughput shows. */
const EVEN = 0.9;

/** Says where connections were dealt so unevenly that a worker was idle while others had requests that waited. */
function uneven({ metrics }: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  return subjectsIn(analysis, metrics).flatMap(({ id, title }) => {
    const least = findMetric(metrics, id, 'least-share', condition);
    return least && least.high < EVEN
      ? [
          `${title}: the worker with the fewest answers gave ${format.percent(least)} of an even part; it had too few connections, or none`,
        ]
      : [];
  });
}

/** Names the contestants that answered a larger share of the requests, if one left some without an answer. */
function unanswered(found: CapacityAnalysis, analysis: Analysis, condition: Condition): Finding[] {
  const isAbove = found.metrics.some(
    ({ metric, estimate }) => metric === 'unanswered' && estimate > MANY_UNANSWERED,
  );
  return isAbove
    ? findings(analysis, found, 'answered-share', condition, {
        what: 'share of requests that were answered',
      })
    : [];
}

function method({ connections, seconds, rounds, metrics }: CapacityAnalysis, analysis: Analysis): string {
  const { cores } = analysis.environment;
  const isContestant = (id: string) => analysis.contestants.some((contestant) => contestant.id === id);
  const variants = subjectsIn(analysis, metrics).filter(({ id }) => !isContestant(id));
  const variantsText =
    variants.length > 0
      ? ` Each variant is compared only with its own contestant. The variants: ${variants.map(({ title }) => title).join('; ')}.`
      : '';
  const kernels = analysis.contestants.some(({ kernel }) => kernel !== undefined)
    ? ' Contestants with another kernel have another limit, and are not in the chart of this one.'
    : '';
  const how = `A closed loop has ${connections} connections. Each sends its next request when it has its answer. Requests that are open at the end do not count, so a closed loop does not see one that never ends; the open loop of latency does. In a block, the contestants are measured one after the other, in windows of ${seconds} s. Each of ${format.count(rounds, 'round')} has several blocks`;
  const { requests } = analysis.run.workload;
  if (requests)
    return `${how}. The requests are those of the file, in turn. An answer is right if it has the expected status${requests.statusOnly ? '; bodies are not compared' : ', and the body that all targets gave before the run'}. The CPU time of these requests is not known, so there is no physical limit.`;
  return `${how}, and starts with fresh processes. Only right answers count. Throughput is a product: the cores that a service and its Redis kept computing, times their answers per CPU second. Both come from the machine's clocks. The second is compared as a family of its own.${variantsText} The physical limit is cores ÷ the kernel's CPU time. The kernel is the function that a task computes, called alone. It is measured on all cores at once, next to every block.${kernels}

**Predicted.** One process computes on at most 1/${cores} of the cores. A strategy that uses every core comes closer to the limit with larger tasks.`;
}

function tables(found: CapacityAnalysis, analysis: Analysis, condition: Condition): string[] {
  const limit = findMetric(found.metrics, 'kernel', 'limit', condition);
  const text = limit
    ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${analysis.environment.cores} cores`
    : '';
  const perCpuSecond = pairsTable(analysis, found, 'answers-per-cpu-second', condition);
  return [
    `**${wording.input(condition)}** — ${found.connections} connections${text}\n\n${metricTable(analysis, found, condition, columns, 'throughput')}`,
    pairsTable(analysis, found, 'throughput', condition),
    ...alsoFor('answers per CPU second', perCpuSecond),
  ];
}

/** Draws the answer, the ratios behind the verdicts, and the rounds behind the ratios. */
export async function charts(found: CapacityAnalysis, analysis: Analysis): Promise<Chart[]> {
  const { metrics, comparisons } = found;
  const rates = named(metrics, 'throughput');
  if (rates.length === 0) return [];
  const panel = ({ condition }: { condition: Condition }) => input(condition);
  // The limit belongs to the workload's own kernel. Faster code exceeds it, and would take up the whole axis.
  const others = analysis.contestants.flatMap(({ id, kernel }) => (kernel === undefined ? [] : [id]));
  const limited = metrics.filter(({ contestant }) => !others.includes(contestant));
  // The cost of computing requests from a file is not known.
  const limit = analysis.run.workload.requests ? undefined : 'limit';
  const title = 'Throughput of all pairs, with the margin of ±5 %';
  return [
    ...(await intervalChart(analysis, limited, {
      file: 'capacity.svg',
      alt: `Throughput of each contestant with its interval${limit ? ', and the physical limit' : ''}`,
      title: limit
        ? 'Throughput against the physical limit (dashed, with its interval)'
        : 'Throughput of each target',
      axis: 'verified answers per second',
      metric: 'throughput',
      ...(limit && { reference: limit }),
    })),
    ...(comparisons.length > 0
      ? [
          {
            file: 'capacity-ratios.svg',
            alt: 'Ratios of throughput of all pairs with intervals and the margin band',
            svg: await forestPlot(analysis, comparisons, { title, margin: 0.05 }),
          },
        ]
      : []),
    {
      file: 'capacity-rounds.svg',
      alt: 'Throughput of each round',
      svg: await roundsStrip(analysis, rates, { title: 'Every round', unit: 'answers/s', panel }),
    },
  ];
}

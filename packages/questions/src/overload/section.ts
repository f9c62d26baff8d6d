import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { showRecovery } from '../columns.ts';
import { type OverloadAnalysis, overloadName } from './analyse.ts';

const WHY =
  'What waits takes memory and time, so a service has to refuse early. It can do so only while its event loop is free: a task on the loop delays the refusals, too. A limit on requests that wait keeps answers timely ([SRE book: handling overload](https://sre.google/sre-book/handling-overload/)).';

/** A refusal that takes longer than this does not help its client. */
const QUICK_MS = 100;

const columnsOf = ({ metrics }: OverloadAnalysis): readonly Column[] => [
  { title: 'answers/s', metric: 'goodput' },
  { title: 'p50 of answered requests (ms)', metric: 'wait-p50' },
  { title: 'refused', metric: 'shed', show: format.percent },
  { title: 'p99 of a refusal (ms)', metric: 'shed-p99' },
  { title: 'failed or unanswered', metric: 'errors', show: format.integers },
  { title: 'peak resident MiB', metric: 'rss-peak', show: format.mebibytes },
  { title: 'recovery (ms)', metric: 'recovery', show: showRecovery(metrics) },
];

/** Reports how many requests were answered and how soon, with the tables. */
export function section(found: OverloadAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  const { seconds, rounds, afterwards } = found;
  return {
    says: conditions.flatMap((condition) => [
      ...outcomes(found, analysis, condition),
      ...findings(analysis, found, 'goodput', condition, {
        what: 'answers per second',
        where: ` at ${overloadName(condition)}`,
      }),
    ]),
    why: WHY,
    charts: [chart('overload.svg'), chart('overload-waits.svg')],
    details: [
      `An open loop sends a multiple of each contestant's own throughput for ${seconds} s, then ${format.inPercent(afterwards.load)} of it for ${format.number(afterwards.seconds)} s. The service is freshly started. ${limitOf(conditions)} ${format.thereWere(rounds, 'round')}. Only right answers during the overload count. Recovery is the time from the end of the overload until all its requests have ended, and no new one fails, is refused or takes three times its usual time. It is measured in steps of a tenth of a second.`,
      ...conditions.flatMap((condition) => [
        `**${overloadName(condition)}** — ${wording.input(condition)}\n\n${metricTable(analysis, found, condition, columnsOf(found), 'goodput')}`,
        pairsTable(analysis, found, 'goodput', condition),
      ]),
      `${wording.intervalNote(found.metrics)} Verdicts compare answers per second. “≥”: in some round the service had not recovered at the end of the window.`,
    ],
  };
}

/** Names the limit of requests. Older runs had one limit for each process, whatever its workers. */
function limitOf([condition]: readonly Condition[]): string {
  const limit = condition?.setting.pendingPerWorker;
  if (limit === undefined) return 'Its limit of requests was not the same for each worker.';
  return `It has room for ${limit} requests for each worker (\`MAX_PENDING\`).`;
}

/**
 * Reports how many requests were answered, how long they waited, and whether refusals came early enough to be useful.
 */
function outcomes({ metrics }: OverloadAnalysis, { contestants }: Analysis, condition: Condition): string[] {
  const each = contestants.flatMap(({ id, title }) => {
    const goodput = findMetric(metrics, id, 'goodput', condition);
    const wait = findMetric(metrics, id, 'wait-p50', condition);
    const shed = findMetric(metrics, id, 'shed', condition);
    const late = findMetric(metrics, id, 'shed-p99', condition);
    if (!goodput || !shed) return [];
    const waited = wait ? ` with a median of ${format.duration(wait.estimate)}` : '';
    const refused = late ? `${format.inPercent(shed.estimate)} refused${speedOf(late)}` : 'none refused';
    return [`${title} gave ${format.number(goodput.estimate)} answers a second${waited}, ${refused}`];
  });
  return each.length > 0 ? [`At ${overloadName(condition)}: ${each.join('; ')}`] : [];
}

/** Describes how soon refusals came, by the complete interval of their p99. */
function speedOf({ low, high }: Metric): string {
  if (high < QUICK_MS) return ' at once';
  return low > QUICK_MS ? ' late, after waiting' : ', not always at once';
}

/** Draws the answers during the overload, and the time that clients wait for them. */
export async function charts({ metrics }: OverloadAnalysis, analysis: Analysis): Promise<Chart[]> {
  const goodput = named(metrics, 'goodput');
  if (goodput.length === 0) return [];
  const panel = ({ condition }: Metric) => overloadName(condition);
  return [
    ...(await intervalChart(analysis, goodput, {
      file: 'overload.svg',
      alt: 'Answers per second under overload',
      title: 'What still gets through when too much is asked',
      axis: 'right answers per second',
      panel,
    })),
    ...(await intervalChart(analysis, named(metrics, 'wait-p50'), {
      file: 'overload-waits.svg',
      alt: 'Median latency of answered requests under overload',
      title: 'How long answered requests waited',
      axis: 'median latency of answered requests (ms)',
      panel,
    })),
  ];
}

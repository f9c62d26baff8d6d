import { linesChart } from '@cpu-bound/report/charts/lines';
import { encodingOf } from '@cpu-bound/report/charts/palette';
import { header, renderSvg } from '@cpu-bound/report/charts/render';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { listed, pairsTable } from '@cpu-bound/report/tables/sentences';
import { BAD, DISTURBED, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import { conditionsIn, findMetric, metricsUnder } from '@cpu-bound/study/analyse/look-up';
import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Condition, sameCondition } from '@cpu-bound/study/model';
import { HIGH, LOW } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { load, windowLengths } from '@cpu-bound/study/wording';
import { alsoFor, percentileColumns } from '../columns.ts';
import type { LatencyAnalysis } from './analyse.ts';

const WHY =
  'A cluster deals connections, and not requests, so one process may have many that wait while another is idle ([Node.js: how cluster works](https://nodejs.org/api/cluster.html#how-it-works)). A pool and a job queue have one queue for all workers; a job adds round trips to Redis.';

const columns: readonly Column[] = [
  { title: 'busy', metric: 'utilisation', show: format.percent },
  ...percentileColumns('latency', 'p50', 'p90', 'p99', 'p99.9'),
];

/** Returns the conditions: the low rate, then the high one, then the others of a curve. */
const latencyConditions = (found: LatencyAnalysis): Condition[] =>
  conditionsIn(found.metrics).sort(
    (a, b) => placeOf(a) - placeOf(b) || (a.setting.load ?? 0) - (b.setting.load ?? 0),
  );

const placeOf = ({ setting }: Condition): number => {
  if (setting.of === 'given') return 1.5;
  const place = [LOW, HIGH].findIndex(({ load, of }) => setting.of === of && setting.load === load);
  return place === -1 ? 2 : place;
};

/** Returns true if the page is about this rate, which includes the reader's; the other rates belong to a curve. */
const isLowOrHigh = (condition: Condition): boolean => placeOf(condition) < 2;

/** `105 requests/s`, the rate that was offered. */
function rateName({ metrics }: LatencyAnalysis, condition: Condition): string {
  const [rate] = metricsUnder(metrics, 'offered', condition).toSorted((a, b) => b.n - a.n);
  return rate ? `${format.number(rate.estimate)} requests/s` : wording.load(condition);
}

/** Reports the latencies at each rate and the overloaded contestants, with the tables. */
export function section(found: LatencyAnalysis, { analysis, chart }: Page): Section {
  const conditions = latencyConditions(found);
  if (conditions.length === 0) return NOTHING;
  const main = conditions.filter(isLowOrHigh);
  return {
    says: main.flatMap((condition) => [
      ...overloaded(found, analysis, condition),
      ...badWindowsAt(found, condition),
      ...disturbedWindowsAt(found, condition),
    ]),
    why: WHY,
    charts: [
      chart('latency.svg'),
      ...(conditions.length > main.length ? [chart('latency-over-rate.svg')] : []),
    ],
    details: [
      rareOnes(found, analysis),
      ...conditions.flatMap((condition) => [
        `**At ${rateName(found, condition)}**\n\n${metricTable(analysis, found, condition, columns, 'latency-p50')}`,
        pairsTable(analysis, found, 'latency-p50', condition),
        ...alsoFor('p99', pairsTable(analysis, found, 'latency-p99', condition)),
      ]),
    ],
  };
}

/** Names the contestants that the rate would overload, and by how much. */
function overloaded(found: LatencyAnalysis, { contestants }: Analysis, condition: Condition): string[] {
  const names = contestants.flatMap(({ id, title }) => {
    const share = findMetric(found.metrics, id, 'overloaded', condition);
    return share ? [`${title} (the rate is ${format.percent(share)} of its throughput)`] : [];
  });
  return names.length === 0 ? [] : [`Overloaded at ${rateName(found, condition)}: ${names.join(', ')}`];
}

/**
 * Another contestant is named if it had this many times its own median in the same block: the machine may be the cause.
 */
const ALSO_SLOW = 1.5;

/**
 * `cluster had a p99 over 3 times its median in 1 of 20 windows at 105 requests/s. Round 2: 247 ms; its tasks took 19 %
 * longer; threads 2.60× and queue 1.90× their median there, too`
 */
const badWindowsAt = (found: LatencyAnalysis, condition: Condition): string[] =>
  markedAt(found, condition, found.bad).map(({ contestant, percentile, own, usual }) => {
    const each = own.map((window) => `Round ${window.round}: ${format.duration(window.ms)}${there(window)}`);
    return `${contestant} had a ${percentile} over ${BAD} times its median in ${own.length} of ${format.count(usual.n, 'window')} at ${rateName(found, condition)}. ${each.join('. ')}`;
  });

/** More disturbed windows than these are counted, and not listed: the machine was busy most of the time. */
const MOST_LISTED = 3;

/**
 * `Other programs used at least 20 % of the CPU time in 1 of 20 windows of threads at 105 requests/s. Round 6: 31 %; a p99 of
 * 61 ms, 1.42 times its median`
 */
const disturbedWindowsAt = (found: LatencyAnalysis, condition: Condition): string[] =>
  markedAt(found, condition, found.disturbed ?? []).map(({ contestant, percentile, own, usual }) => {
    const where = `${format.count(usual.n, 'window')} of ${contestant} at ${rateName(found, condition)}`;
    const each = own.map(
      ({ round, ms, foreign = 0 }) =>
        `Round ${round}: ${format.inPercent(foreign)}; a ${percentile} of ${format.duration(ms)}, ${format.times(ms / usual.estimate)} times its median`,
    );
    return [
      `Other programs used at least ${format.inPercent(DISTURBED)} of the CPU time in ${own.length} of ${where}`,
      ...(own.length > MOST_LISTED ? [] : each),
    ].join('. ');
  });

/** Groups the windows that are marked under a condition by contestant, each with its usual percentile. */
const markedAt = ({ metrics }: LatencyAnalysis, condition: Condition, marked: readonly MarkedWindow[]) =>
  [
    ...Map.groupBy(
      marked.filter((window) => sameCondition(window.condition, condition)),
      ({ contestant }) => contestant,
    ),
  ].flatMap(([contestant, own]) => {
    const percentile = own[0]?.percentile ?? 'p99';
    const usual = findMetric(metrics, contestant, `latency-${percentile}`, condition);
    return usual ? [{ contestant, percentile, own, usual }] : [];
  });

/** Describes the times of the contestant's own tasks, and the others in the same block. */
function there({ tasks, others, foreign = 0 }: MarkedWindow): string {
  const slow = Object.entries(others).filter(([, factor]) => factor >= ALSO_SLOW);
  const percent = tasks === undefined ? 0 : Math.round((tasks - 1) * 100);
  const changed = percent < 0 ? `${-percent} % less time` : `${percent} % longer`;
  return [
    '',
    ...(foreign >= DISTURBED ? [`other programs used ${format.inPercent(foreign)} of the CPU time`] : []),
    ...(tasks === undefined ? [] : [`its tasks took ${percent === 0 ? 'their usual time' : changed}`]),
    slow.length > 0
      ? `${listed(slow.map(([id, factor]) => `${id} ${format.times(factor)}×`))} their median there, too`
      : 'no other was slow there',
  ].join('; ');
}

/** Explains the limits of this number of windows. */
function rareOnes({ metrics, bad }: LatencyAnalysis, analysis: Analysis): string {
  const windowCount = Math.max(0, ...metrics.map(({ windows }) => windows?.each.length ?? 0));
  const none = bad.length === 0 ? `No window had a tail over ${BAD} times its strategy’s median. ` : '';
  return `${none}${format.count(windowCount, 'window')} each miss most stalls that are rarer than one a minute; \`${moreCommand(analysis, 'latency')}\` measures more.`;
}

/** Draws the tails at the low and the high rate, and p50, p90 and p99 over the rate if several rates were measured. */
export async function charts(found: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  return [...(await tails(found, analysis)), ...(await overRates(found, analysis))];
}

/** Draws the percentiles over those rates that are multiples of the throughput of the fastest contestant. */
async function overRates({ metrics }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const own = metrics.filter(
    ({ condition, metric }) => condition.setting.of === 'fastest' && /^latency-p(50|90|99)$/.test(metric),
  );
  if (new Set(own.map(({ condition }) => condition.setting.load)).size < 2) return [];
  const svg = await linesChart(analysis, own, {
    title: 'Latency over the request rate',
    x: ({ condition }) => (condition.setting.load ?? 0) * 100,
    xTitle: 'request rate (% of the throughput of the fastest)',
    yTitle: `ms, typical ${windowLengths(own)} window`,
    panel: ({ metric }) => metric.replace('latency-', ''),
  });
  return [{ file: 'latency-over-rate.svg', alt: 'Latency percentiles over the request rate', svg }];
}

/** Draws the tail on an axis of 1/(1−p), on which each further nine takes the same room, with bands. */
async function tails({ curves: tailCurves, metrics }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const two = tailCurves.filter(({ condition }) => isLowOrHigh(condition));
  const lengths = windowLengths(metrics.filter(({ condition }) => isLowOrHigh(condition)));
  const values = two.flatMap(({ contestant, condition, points }) =>
    points.map(({ p, estimate, low, high }) => ({
      contestant,
      load: load(condition),
      oneIn: 1 / (1 - p),
      estimate,
      low,
      high,
    })),
  );
  if (values.length === 0) return [];
  const { color, shape } = encodingOf(analysis, values, 'legend');
  const percentile =
    "datum.value <= 1 ? 'p0' : datum.value == 2 ? 'p50' : 'p' + format((1 - 1 / datum.value) * 100, '.4~g')";
  const x = {
    field: 'oneIn',
    type: 'quantitative',
    title: 'percentile of a window; a line ends where a window has too few samples',
    scale: { type: 'log', domainMin: 2 },
    axis: { values: [2, 10, 100, 1000], labelExpr: percentile },
  };
  const scale = { type: 'log', nice: false, padding: 8 };
  const y = {
    field: 'estimate',
    type: 'quantitative',
    title: `typical ${lengths} window (ms, logarithmic)`,
    scale,
  };
  const svg = await renderSvg({
    title: 'Latency from the intended time',
    data: { values },
    facet: { row: { field: 'load', type: 'nominal', title: null, header } },
    spec: {
      width: 560,
      height: 190,
      layer: [
        {
          mark: { type: 'area', opacity: 0.18 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
        },
        { mark: { type: 'line', strokeWidth: 2 }, encoding: { x, y, color } },
        { mark: { type: 'point', filled: true, size: 35, opacity: 1 }, encoding: { x, y, color, shape } },
      ],
    },
  });
  return [{ file: 'latency.svg', alt: 'Latency percentiles of each contestant, with intervals', svg }];
}

import type { Interval } from '@cpu-bound/stats/interval';
import type { Comparison, Condition, Metric, Verdict } from './model.ts';

/** Three significant digits, and never more than the number has before the point: 0.0123, 1.23, 403, 12,345. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  // 0.09999 is shown as 0.100, and needs no fourth digit for that.
  const size = Math.abs(Number(value.toPrecision(3)));
  const digits = size < 1e-9 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `[398, 409]`; of too few rounds for an interval the smallest and largest, which look otherwise: `(398 to 409)`. */
const bounds = ({ indicative }: Interval, low: string, high: string): string =>
  indicative ? `(${low} to ${high})` : `[${low}, ${high}]`;

/** `403 [398, 409]` */
export const interval = (given: Interval): string =>
  `${number(given.estimate)} ${bounds(given, number(given.low), number(given.high))}`;

/**
 * For a narrow cell: `390 ±3 %`, with the wider side of the interval. Where that side is as large as the figure,
 * the interval itself: `76.2–571`. The figure alone where every round had it. Of too few rounds the lowest and the highest: `(398–409)`.
 */
export const brief = ({ estimate, low, high, indicative }: Interval): string => {
  const range = `${number(low)}–${number(high)}`;
  if (indicative) return `(${range})`;
  if (low === high) return number(estimate);
  const percent = Math.max(high / estimate - 1, 1 - low / estimate) * 100;
  return percent >= 99.5 ? range : `${number(estimate)} ±${Math.ceil(percent - 1e-9)} %`;
};

/** `12 [9, 15]`, of things that are counted; `12` where it was the same each time. */
export const whole = (given: Interval): string => {
  if (given.low === given.high) return Math.round(given.estimate).toLocaleString('en-GB');
  const [estimate, low, high] = [Math.round(given.estimate), given.low, given.high].map((value) =>
    value.toLocaleString('en-GB'),
  );
  return `${estimate} ${bounds(given, low ?? '', high ?? '')}`;
};

/** `51 % [50, 52]`, from a fraction. */
export function percent(given: Interval): string {
  const [estimate, low, high] = [given.estimate, given.low, given.high].map((value) =>
    (value * 100).toFixed(0),
  );
  return `${estimate} % ${bounds(given, low ?? '', high ?? '')}`;
}

/** `1.93`; a ratio far below 1 keeps digits that tell it from nothing: `0.0041`. */
export const times = (value: number): string =>
  value < 0.095 && value > 0 ? value.toPrecision(2) : value.toFixed(2);

/** `[1.90, 1.96]`, of a ratio */
export const ratioBounds = (given: Interval): string => bounds(given, times(given.low), times(given.high));

/** `1.93× [1.90, 1.96]` */
export const ratio = (given: Interval): string => `${times(given.estimate)}× ${ratioBounds(given)}`;

/** `1 round`, `7 rounds` */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** From milliseconds: `0.42 ms`, `1.24 s`. */
export const duration = (ms: number): string => (ms >= 1000 ? `${number(ms / 1000)} s` : `${number(ms)} ms`);

const symbols: Readonly<Record<Verdict, string>> = {
  better: '▲ better',
  worse: '▼ worse',
  equivalent: '= equivalent',
  inconclusive: '? inconclusive',
};

/** The word carries the meaning, the symbol helps to scan a column. */
export const verdict = ({ verdict, ratio }: Comparison): string =>
  ratio.indicative ? '· too few rounds' : symbols[verdict];

/** Beyond a factor of two the figure only says that the rounds scatter widely. */
export const mde = (factor: number): string => (factor > 2 ? '> 2×' : `${factor.toFixed(3)}×`);

/** `upTo=200000`; a function that `--args` calls has no query. */
export const input = ({ input: query }: Condition): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ') || 'the same arguments each time';

const throughputs = {
  slowest: 'the throughput of the slowest',
  fastest: 'the throughput of the fastest',
  own: 'its own throughput',
  core: 'what one core computes',
} as const;

/** `50 % of the throughput of the slowest`, or of another. */
export const load = ({ setting: { load: share = 0, of = 'slowest' } }: Condition): string =>
  `${Math.round(share * 100)} % of ${throughputs[of]}`;

/** `80 % of …`, or how it was saturated. */
export const loadName = (condition: Condition): string =>
  condition.setting.load === undefined
    ? `saturated by ${condition.setting.connections} connections`
    : load(condition);

/** Whether even the median of its rounds exceeds the time that the bench waits. */
export const isBeyond = ({ censored, estimate, high }: Metric): boolean =>
  censored === true && estimate >= high * (1 - 1e-6);

/** `> 2.00 s` for a time that exceeds what the bench waits for, else the interval. */
export const censored = (metric: Metric): string =>
  isBeyond(metric) ? `> ${duration(metric.estimate)}` : interval(metric);

/** Bytes as MiB. */
export const mebibytes = (interval_: Interval): string => interval(scaled(interval_, 2 ** -20));

/** An interval in another unit. */
export const scaled = <I extends Interval>(given: I, factor: number): I => ({
  ...given,
  estimate: given.estimate * factor,
  low: given.low * factor,
  high: given.high * factor,
});

/** How a column of intervals is to be read: the level, or that it is a range. */
export function intervalNote(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return '';
  const counts = [...new Set(intervals.map(({ n }) => n))].sort((a, b) => a - b).join(' or ');
  return intervals.some(({ indicative }) => !indicative)
    ? `In brackets the 95 % interval over n = ${counts} rounds.`
    : `In parentheses the smallest and largest of n = ${counts} rounds: too few for an interval, and for any verdict.`;
}

import type { Comparison, Condition, Verdict } from '../model.ts';
import type { Interval } from '../stats/interval.ts';

/** Three significant digits, and never more than the number has before the point: 0.0123, 1.23, 403, 12,345. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  // 0.09999 is shown as 0.100, and needs no fourth digit for that.
  const size = Math.abs(Number(value.toPrecision(3)));
  const digits = size < 1e-9 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `403 [398, 409]` */
export const interval = ({ estimate, low, high }: Interval): string =>
  `${number(estimate)} [${number(low)}, ${number(high)}]`;

/** `12 [9, 15]`, of things that are counted. */
export const whole = ({ estimate, low, high }: Interval): string =>
  `${Math.round(estimate).toLocaleString('en-GB')} [${low.toLocaleString('en-GB')}, ${high.toLocaleString('en-GB')}]`;

/** `51 % [50, 52]`, from a fraction. */
export function percent({ estimate, low, high }: Interval): string {
  return `${(estimate * 100).toFixed(0)} % [${(low * 100).toFixed(0)}, ${(high * 100).toFixed(0)}]`;
}

/** `1.93`; a ratio far below 1 keeps digits that tell it from nothing: `0.0041`. */
export const times = (value: number): string =>
  value < 0.095 && value > 0 ? value.toPrecision(2) : value.toFixed(2);

/** `1.93× [1.90, 1.96]` */
export const ratio = ({ estimate, low, high }: Interval): string =>
  `${times(estimate)}× [${times(low)}, ${times(high)}]`;

/** `1 round`, `7 rounds` */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** From milliseconds: `0.42 ms`, `1.24 s`. */
export const duration = (ms: number): string => (ms >= 1000 ? `${number(ms / 1000)} s` : `${number(ms)} ms`);

const symbols: Readonly<Record<Verdict, string>> = {
  faster: '▲',
  slower: '▼',
  equivalent: '=',
  negligible: '≈',
  inconclusive: '?',
  indicative: '·',
};

/** The word carries the meaning, the symbol helps to scan a column. */
export const verdict = ({ verdict, roundsNeeded }: Comparison): string =>
  `${symbols[verdict]} ${verdict}${roundsNeeded === undefined ? '' : ` (about ${roundsNeeded} rounds would tell)`}`;

/** `upTo=200000`, what the load generator adds left out. */
export const input = ({
  connections: _connections,
  load: _load,
  ownLoad: _own,
  ...query
}: Condition): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Observed less predicted; marked where the prediction lies outside the observed interval. */
export function residual(observed: Interval, predicted: Interval): string {
  const difference = observed.estimate - predicted.estimate;
  const outside = predicted.estimate < observed.low || predicted.estimate > observed.high;
  return `${difference >= 0 ? '+' : '−'}${number(Math.abs(difference))} ms${outside ? ' (outside)' : ''}`;
}

/** Bytes as MiB. */
export const mebibytes = (interval_: Interval): string => interval(scaled(interval_, 2 ** -20));

/** An interval in another unit. */
export const scaled = <I extends Interval>(given: I, factor: number): I => ({
  ...given,
  estimate: given.estimate * factor,
  low: given.low * factor,
  high: given.high * factor,
});

/** How a column of intervals is to be read: the level, or that it is a range, or where it is which. */
export function intervalNote(intervals: readonly Interval[]): string {
  const counts = (some: readonly Interval[]) =>
    [...new Set(some.map(({ n }) => n))].sort((a, b) => a - b).join(' or ');
  const ranges = intervals.filter(({ indicative }) => indicative);
  const exact = intervals.filter(({ indicative }) => !indicative);
  if (intervals.length === 0) return '';
  if (exact.length === 0) {
    const rounds = `${counts(ranges)} round${counts(ranges) === '1' ? '' : 's'}`;
    return `In brackets the smallest and largest of n = ${rounds}: indicative, no verdict.`;
  }
  const interval = `In brackets the 95 % interval over n = ${counts(exact)} rounds`;
  if (ranges.length === 0) return `${interval}.`;
  return `${interval}; where n = ${counts(ranges)}, the smallest and largest round: indicative, no verdict.`;
}

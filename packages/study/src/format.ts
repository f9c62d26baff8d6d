import type { Interval } from '@cpu-bound/stats/verdict';
import type { Metric } from './model/analysis.ts';

export { inPercent } from '@cpu-bound/measure/model';

/** Formats with three significant digits, and with all digits before the point: 0.0123, 1.23, 403, 12,345. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return fixed(value, placesOf(value));
}

/** Returns the number that a reader reads: `38.5` of 38.4988. */
export const printed = (value: number): number => Number(value.toFixed(placesOf(value)));

/** A rate as a reader types it: `45/s`, `38.5/s`. */
export const rate = (perSecond: number): string => `${printed(perSecond).toLocaleString('en-GB')}/s`;

/** Rounds a number for a file: four digits are more than any interval here needs. */
export const fourDigits = (value: number): number => Number(value.toPrecision(4));

/** Formats with this number of decimal places. A number that is not 0 but would read 0 gets three digits. */
const fixed = (value: number, places: number): string =>
  value !== 0 && Number(value.toFixed(places)) === 0 && places < placesOf(value)
    ? number(value)
    : withPlaces(places).format(value);

const formats = new Map<number, Intl.NumberFormat>();

/** Returns the format of this number of decimal places. It is kept, because its making takes longer than its use. */
function withPlaces(places: number): Intl.NumberFormat {
  const known = formats.get(places);
  if (known) return known;
  const format = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  formats.set(places, format);
  return format;
}

/** Returns the decimal places that this number of significant digits takes. */
function placesOf(value: number, digits = 3): number {
  // 0.09999 is shown as 0.100, so it needs no fourth digit.
  const size = Math.abs(Number(value.toPrecision(digits)));
  return size < 1e-9 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
}

/**
 * `[398, 409]`. Too few rounds for an interval give the smallest and the largest value in another form: `(398 to 409)`.
 */
const bounds = ({ indicative }: Interval, low: string, high: string): string =>
  indicative ? `(${low} to ${high})` : `[${low}, ${high}]`;

/** An interval. It is `censored` if its upper end is a deadline beyond which the bench did not wait. */
type Figure = Interval & { readonly censored?: true };

/** `403 [398, 409]`; with a censored end `1,212 [890, > 10,000]`; if all of it is beyond the deadline `> 10.0 s`. */
export const interval = (figure: Figure): string => {
  if (isBeyond(figure)) return `> ${duration(figure.estimate)}`;
  return `${number(figure.estimate)} ${bounds(figure, number(figure.low), `${deadline(figure)}${number(figure.high)}`)}`;
};

/** Returns true if even the estimate exceeds the time that the bench waits. */
export const isBeyond = ({ censored, estimate, high }: Figure): boolean =>
  censored === true && estimate >= high;

const deadline = ({ censored }: Figure): string => (censored ? '> ' : '');

/**
 * Formats for a narrow cell: `141 (133–149)`. The bounds are no finer than the figure. If the interval is wider than a
 * tenth, both have two digits where they have decimals: `11 (8.9–20)`. A figure that is the same in every round stands
 * alone. Too few rounds show the lowest and the highest: `(398–409)`, or `(402)` for a single round.
 */
export const brief = (figure: Figure): string => {
  const { estimate, low, high, indicative } = figure;
  if (isBeyond(figure)) return `> ${duration(estimate)}`;
  if (indicative && number(low) === number(high)) return `(${number(low)})`;
  if (indicative) return `(${rangeText(figure)})`;
  if (low === high) return number(estimate);
  const rounded = (bound: number) =>
    fixed(bound, Math.min(placesOf(estimate), placesOf(bound, briefDigits(figure))));
  return `${briefEstimate(figure)} (${rounded(low)}–${deadline(figure)}${rounded(high)})`;
};

/** `398–409` */
export const rangeText = (figure: Figure): string =>
  `${number(figure.low)}–${deadline(figure)}${number(figure.high)}`;

/** The same without the bounds, and of too few rounds the value between them: `141`. */
export const briefEstimate = (figure: Figure): string => {
  const { estimate, low, high, indicative } = figure;
  if (isBeyond(figure)) return `> ${duration(estimate)}`;
  if (indicative || low === high) return number(estimate);
  return fixed(estimate, placesOf(estimate, briefDigits(figure)));
};

const briefDigits = ({ low, high }: Interval): number => (high > 1.1 * low ? 2 : 3);

/** `12 [9, 15]`, for counts, with bounds rounded outwards; `12` if it was the same each time. */
export const integers = (figure: Interval): string => {
  const { low, high } = figure;
  const estimate = whole(figure.estimate);
  return low === high
    ? estimate
    : `${estimate} ${bounds(figure, whole(Math.floor(low)), whole(Math.ceil(high)))}`;
};

const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');

/** `51 % [50, 52]`, from a fraction. */
export function percent(figure: Interval): string {
  const [estimate, low, high] = [figure.estimate, figure.low, figure.high].map((value) =>
    (value * 100).toFixed(0),
  );
  return `${estimate} % ${bounds(figure, low ?? '', high ?? '')}`;
}

/** `12.3 %`, from a fraction. */
export const share = (fraction: number): string => `${number(fraction * 100)} %`;

/** `1.93`; a ratio far below 1 keeps enough digits to differ from 0: `0.0041`. */
export const times = (value: number): string =>
  value < 0.095 && value > 0 ? value.toPrecision(2) : value.toFixed(2);

/** `[1.90, 1.96]`, for a ratio; an interval without 1 does not seem to touch it: `[1.004, 1.10]` */
export const ratioBounds = (figure: Interval): string =>
  bounds(
    figure,
    figure.low > 1 ? beside1(figure.low) : times(figure.low),
    figure.high < 1 ? beside1(figure.high) : times(figure.high),
  );
const beside1 = (value: number): string => (times(value) === '1.00' ? value.toFixed(3) : times(value));

/** `1.93× [1.90, 1.96]` */
export const ratio = (figure: Interval): string => `${times(figure.estimate)}× ${ratioBounds(figure)}`;

/** `1 round`, `7 rounds` */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Writes milliseconds as `0.42 ms` or `1.24 s`. */
export const duration = (ms: number): string => (ms >= 1000 ? `${number(ms / 1000)} s` : `${number(ms)} ms`);

/** Writes a time that somebody gave, with its own digits: `50 ms`, `1.5 s`. */
export const givenTime = (ms: number): string => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);

/** A figure of which a run knows one end: `at most 20.1`, `at least 388`. */
export const bound = (side: 'at most' | 'at least', value: number): string => `${side} ${number(value)}`;

/** Formats bytes as MiB. */
export const mebibytes = (figure: Interval): string => interval(scaled(figure, 2 ** -20));

/** Converts an interval to another unit, with its rounds. */
export const scaled = <I extends Interval & Partial<Pick<Metric, 'rounds'>>>(
  figure: I,
  factor: number,
): I => ({
  ...figure,
  ...(figure.rounds && { rounds: figure.rounds.map((round) => round * factor) }),
  estimate: figure.estimate * factor,
  low: figure.low * factor,
  high: figure.high * factor,
});

/** `5 s`, `0.56 s` */
export const seconds = (length: number): string =>
  `${length.toLocaleString('en-GB', { maximumSignificantDigits: 3 })} s`;

/** Begins a sentence with a text. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

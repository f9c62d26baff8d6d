import * as format from '@cpu-bound/study/format';
import type { Milliseconds } from '@cpu-bound/study/model';
import type { Measured, MeasuredRate, TypicalP99 } from './measured.ts';

/** A reader's case: requests per second, and a bound for the p99 of a typical window. */
export type Wanted = { readonly perSecond: number; readonly p99: Milliseconds };

/** Whether a strategy keeps that, as far as the measured rates show it, and the rate that shows it or leaves it open. */
export type Kept =
  | { readonly answer: 'yes' | 'no'; readonly by: MeasuredRate }
  | { readonly answer: 'not known'; readonly by?: MeasuredRate };

/**
 * Yes, where the whole interval of the typical window's p99 lies within the bound at a measured rate that is not below the
 * wanted one; no, where it lies beyond the bound, or the strategy is overloaded, at one that is not above it. That less
 * load makes nothing slower is all that is assumed; between measured rates nothing is computed. Where two rates contradict
 * each other by that, or a p99 is longer than was waited, it is not known.
 */
export function keeps({ rates }: Pick<Measured, 'rates'>, { perSecond, p99: bound }: Wanted): Kept {
  const isWithin = ({ p99 }: MeasuredRate) => p99 !== undefined && !p99.censored && p99.high <= bound;
  const yes = rates.find((rate) => rate.perSecond >= perSecond && isWithin(rate));
  const no = rates.findLast((rate) => rate.perSecond <= perSecond && (!rate.p99 || rate.p99.low > bound));
  if (yes && no) return { answer: 'not known', by: no };
  if (yes) return { answer: 'yes', by: yes };
  if (no) return { answer: 'no', by: no };
  const open = rates.find((rate) => rate.perSecond >= perSecond && rate.p99 && rate.p99.low <= bound);
  return { answer: 'not known', ...(open && { by: open }) };
}

/** In how many of how many windows the p99 was within the bound: `18 of 20 windows`. */
export function windowsWithin({ windows }: TypicalP99, bound: Milliseconds): string {
  const within = windows.each.filter(({ fromDue }) => fromDue <= bound).length;
  return `${within} of ${format.count(windows.each.length, 'window')}`;
}

/** `kept`, `kept in 18 of 20 windows`, `not kept` or `not known`. */
export function keptWords({ answer, by }: Kept, bound: Milliseconds): string {
  const isWhole = by?.p99?.windows.each.every(({ fromDue }) => fromDue <= bound);
  if (answer === 'yes') return by?.p99 && !isWhole ? `kept in ${windowsWithin(by.p99, bound)}` : 'kept';
  return answer === 'no' ? 'not kept' : answer;
}

import { type RateFigure, rangeOf } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Milliseconds } from '@cpu-bound/study/model';
import type { MeasuredRate, StrategyRates, TypicalP99 } from './measured.ts';

/** A reader's case: requests per second, and a bound for the p99 of a typical window. */
export type ReaderCase = { readonly rate: number; readonly p99: Milliseconds };

/** The answer to whether a strategy meets a case, and what shows it or leaves it open: a measured rate, or a search. */
export type CaseResult =
  | { readonly answer: 'yes' | 'no'; readonly by: MeasuredRate; readonly within?: undefined }
  | { readonly answer: 'yes' | 'no'; readonly by?: undefined; readonly within: RateFigure }
  | { readonly answer: 'not known'; readonly by?: MeasuredRate; readonly within?: undefined };

/**
 * Answers whether a strategy meets a case. Yes: at a measured rate of at least the case's, the complete interval of the
 * typical window's p99 lies within the bound. No: at a measured rate of at most the case's, it lies beyond the bound,
 * or the strategy is overloaded. Otherwise the complete interval of its largest rate within the bound answers, if the
 * run looked for it. The only assumption is that less load makes nothing slower. The answer is unknown if two rates
 * contradict each other, or if a p99 exceeds the deadline.
 */
export function keeps(
  { rates, within }: Pick<StrategyRates, 'rates' | 'within'>,
  { rate: wanted, p99: bound }: ReaderCase,
): CaseResult {
  // A rate that a page prints is accepted as that rate.
  const ratio = (rate: MeasuredRate) =>
    format.printed(rate.perSecond) === wanted ? 1 : rate.perSecond / wanted;
  const isWithin = ({ p99 }: MeasuredRate) => p99 !== undefined && !p99.censored && p99.high <= bound;
  const yes = rates.find((rate) => ratio(rate) >= 1 && isWithin(rate));
  const no = rates.findLast((rate) => ratio(rate) <= 1 && (!rate.p99 || rate.p99.low > bound));
  if (yes && no) return { answer: 'not known', by: no };
  if (yes) return { answer: 'yes', by: yes };
  if (no) return { answer: 'no', by: no };
  const answer = within && answerBy(within, wanted);
  if (within && answer) return { answer, within };
  const open = rates.find((rate) => ratio(rate) >= 1 && rate.p99 && rate.p99.low <= bound);
  return { answer: 'not known', ...(open && { by: open }) };
}

/** Answers by the largest rate within the bound; undefined if the rate lies in its interval, or beyond what it bounds. */
function answerBy(within: RateFigure, rate: number): 'yes' | 'no' | undefined {
  if (within.indicative) return undefined;
  const [low, high] = rangeOf(within);
  if (rate <= low) return 'yes';
  return rate >= high ? 'no' : undefined;
}

/** Returns the nearest measured rates on both sides of a rate. */
export const ratesAround = (
  { rates }: Pick<StrategyRates, 'rates'>,
  { rate: wanted }: Pick<ReaderCase, 'rate'>,
): MeasuredRate[] =>
  [rates.findLast((rate) => rate.perSecond <= wanted), rates.find((rate) => rate.perSecond > wanted)].filter(
    (rate) => rate !== undefined,
  );

/** Counts the windows whose p99 was within the bound: `18 of 20 windows`. */
export function windowsWithin({ windows }: TypicalP99, bound: Milliseconds): string {
  const within = windows.each.filter(({ fromDue }) => fromDue <= bound).length;
  return `${within} of ${format.count(windows.each.length, 'window')}`;
}

/** Returns true if each window of the rate that shows the answer was within the bound. */
export const metByAll = ({ by }: Pick<CaseResult, 'by'>, bound: Milliseconds): boolean =>
  by?.p99?.windows.each.every(({ fromDue }) => fromDue <= bound) ?? false;

/** `kept`, `kept in 18 of 20 windows`, `kept in most windows`, `not kept` or `not known`. */
export function resultWords(result: CaseResult, bound: Milliseconds): string {
  const { answer, by } = result;
  if (answer === 'yes' && !by) return 'kept in most windows';
  if (answer === 'yes')
    return by?.p99 && !metByAll(result, bound) ? `kept in ${windowsWithin(by.p99, bound)}` : 'kept';
  return answer === 'no' ? 'not kept' : answer;
}

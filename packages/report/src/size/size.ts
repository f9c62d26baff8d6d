import type { Milliseconds } from '@cpu-bound/study/model';
import type { Measured, MeasuredRate } from './measured.ts';

/** What a reader needs: requests per second, and a bound for the p99. */
export type Wanted = { readonly perSecond: number; readonly p99: Milliseconds };

/** Whether a strategy keeps that, as far as the measured rates show it. */
export type Kept =
  | { readonly answer: 'yes' | 'no'; readonly by: MeasuredRate }
  | { readonly answer: 'not known' };

/**
 * Yes, where the whole interval of the p99 lies within the bound at a measured rate that is not below the wanted one;
 * no, where it lies beyond the bound, or the strategy is overloaded, at one that is not above it. That less load makes
 * nothing slower is all that is assumed; between measured rates nothing is computed.
 */
export function keeps({ rates }: Pick<Measured, 'rates'>, { perSecond, p99: bound }: Wanted): Kept {
  const yes = rates.find((rate) => rate.perSecond >= perSecond && rate.p99 && rate.p99.high <= bound);
  if (yes) return { answer: 'yes', by: yes };
  const no = rates.findLast((rate) => rate.perSecond <= perSecond && (!rate.p99 || rate.p99.low > bound));
  return no ? { answer: 'no', by: no } : { answer: 'not known' };
}

/** The fewest measured workers whose throughput, by its interval's lower end, is not below the rate. */
export const fewestWorkers = ({ throughput }: Measured, perSecond: number): number | undefined =>
  [...throughput].find(([, { low }]) => low >= perSecond)?.[0];

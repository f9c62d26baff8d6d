import { isWithin } from '@cpu-bound/stats/rate-within';
import { defined } from '@cpu-bound/workload/defined';
import type { Milliseconds, OpenLoad, WindowResult } from '../model.ts';

/** A window of a search: its rate, and whether its p99 was within the target. */
export type SearchStep = { readonly perSecond: number; readonly kept: boolean };

/** The ratio of two rates of a search: finer steps find a rate that is far away too late (docs/adr/0055). */
const STEP = 1.15;
/** No strategy keeps a target above its throughput. */
const MOST_OF_THROUGHPUT = 0.99;

/**
 * Returns the rate of the next window: one step up if the last window was within the target, and one step down if it was
 * not. So most windows are near the rate that is looked for.
 *
 * @param throughput that of the contestant, as known by now
 */
export function nextRate(
  last: SearchStep | undefined,
  { ofCapacity }: Pick<OpenLoad, 'ofCapacity'>,
  throughput: number,
): number {
  if (!last) return ofCapacity * throughput;
  return last.kept ? Math.min(last.perSecond * STEP, MOST_OF_THROUGHPUT * throughput) : last.perSecond / STEP;
}

/** Reads a window's step; undefined for a window of another load. */
export const stepOf = ({ open }: Pick<WindowResult, 'open'>): SearchStep | undefined =>
  open?.late === undefined
    ? undefined
    : {
        perSecond: open.perSecond,
        kept: isWithin({ sent: Math.round(open.perSecond * open.seconds), late: open.late }),
      };

/** Counts the requests of a search's window that were late; undefined for another load. */
export function lateIn(load: OpenLoad | undefined, latencies: Iterable<Milliseconds>): { late?: number } {
  if (load?.within === undefined) return {};
  const { within } = load;
  return defined({ late: [...latencies].filter((ms) => ms > within).length });
}

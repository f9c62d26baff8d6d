import type { Milliseconds } from '@cpu-bound/measure/model';
import { mostGenerators } from '@cpu-bound/measure/model/core-division';
import { mean } from '@cpu-bound/stats/moments';
import { isWithin } from '@cpu-bound/stats/rate-within';
import type { Config } from '../config/config.ts';
import type { OpenLoad, Subject, Window } from '../model/plan.ts';
import type { WindowResult } from '../model/results.ts';
import { HEADLINE_CLOSED } from '../model.ts';

/** The throughput of each contestant, in requests per second, as the rounds so far have measured it. */
export type Capacities = {
  /** Records the throughput of a window, or its step in a search. The twin, and other loads, have none. */
  learn(subject: Subject, window: Window, result: WindowResult): void;
  /** Verified answers per second of its closed loops; undefined before the first. */
  throughput(contestant: string): number | undefined;
  /** The rate of a window that is the same for all contestants and rounds; undefined before the first. */
  rate(window: Pick<Window, 'id'>): number | undefined;
  /** Fixes that rate. */
  fixRate(window: Pick<Window, 'id'>, perSecond: number): void;
  /** The last window of a contestant in a search; undefined before the first. */
  lastStep(contestant: string, window: Pick<Window, 'id'>): SearchStep | undefined;
  /** The smallest of these above zero; undefined while one of them is not known. */
  slowest(contestants: readonly string[]): number | undefined;
  /** The largest of these; undefined while one of them is not known. */
  fastest(contestants: readonly string[]): number | undefined;
};

/** Returns true for a load that is a multiple of what some contestant answers, and the same for all. */
const isShared = ({ of }: Pick<OpenLoad, 'of'>): boolean => of === 'slowest' || of === 'fastest';

/**
 * The rates of the open loop are multiples of this. It is a mean over windows, where the report has medians. A rate
 * lasts for seconds, with everything that slows the contestant or the machine. The median of short windows ignores
 * that. Each window has the same weight, so that a later round of one block does not outweigh the first round's blocks.
 */
export function createCapacities(): Capacities {
  const known = new Map<string, number[]>();
  const steps = new Map<string, SearchStep>();
  const fixed = new Map<string, number>();
  const throughput = (contestant: string) => {
    const rates = known.get(contestant);
    return rates && mean(rates);
  };
  const extreme = (choose: (...rates: number[]) => number) => (contestants: readonly string[]) => {
    const rates = contestants.map(throughput).filter((rate) => rate !== undefined);
    // A multiple of zero would be no load for the others.
    const above = rates.filter((rate) => rate > 0);
    return above.length === 0 || rates.length < contestants.length ? undefined : choose(...above);
  };
  return {
    learn({ contestant, twin }, { id, load: planned }, result) {
      if (planned?.kind === 'open' && isShared(planned) && result.open && !fixed.has(id))
        fixed.set(id, result.open.perSecond);
      if (twin) return;
      const step = stepOf(result);
      if (step) steps.set(`${contestant}/${id}`, step);
      const { load } = result;
      if (id !== HEADLINE_CLOSED || !load) return;
      known.set(contestant, [...(known.get(contestant) ?? []), load.perSecond]);
    },
    throughput,
    rate: ({ id }) => fixed.get(id),
    fixRate: ({ id }, perSecond) => fixed.set(id, perSecond),
    lastStep: (contestant, { id }) => steps.get(`${contestant}/${id}`),
    slowest: extreme(Math.min),
    fastest: extreme(Math.max),
  };
}

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
export const countLate = (
  load: OpenLoad | undefined,
  latencies: Iterable<Milliseconds>,
): number | undefined => {
  const { within } = load ?? {};
  return within === undefined ? undefined : [...latencies].filter((ms) => ms > within).length;
};

/** The load generators that the closed loop of each window takes: one, until one was the limit. */
export type GeneratorsNeeded = {
  of(window: Pick<Window, 'id'>): number;
  /**
   * Doubles them for this window, from now on and for every contestant.
   *
   * @returns false if there are no more
   */
  more(window: Pick<Window, 'id'>): boolean;
};

export function createGeneratorsNeeded({
  cores,
  division,
}: Pick<Config, 'cores' | 'division'>): GeneratorsNeeded {
  const known = new Map<string, number>();
  const of = ({ id }: Pick<Window, 'id'>) => known.get(id) ?? 1;
  return {
    of,
    more(window) {
      const [now, most] = [of(window), mostGenerators(cores, division)];
      known.set(window.id, Math.min(2 * now, most));
      return now < most;
    },
  };
}

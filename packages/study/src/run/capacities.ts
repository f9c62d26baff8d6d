import { mean } from '@cpu-bound/stats/moments';
import { HEADLINE_CLOSED, type OpenLoad, type Subject, type Window, type WindowResult } from '../model.ts';
import { type SearchStep, stepOf } from './rate-search.ts';

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
export const isShared = ({ of }: Pick<OpenLoad, 'of'>): boolean => of === 'slowest' || of === 'fastest';

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

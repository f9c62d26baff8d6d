import { mean } from '../../stats/moments.ts';

/** What each contestant answers at most, in requests per second, as the rounds so far have measured it. */
export type Capacities = {
  /** A window of the headline's closed loop. */
  add(contestant: string, round: number, perSecond: number): void;
  /** The mean over rounds of each round's mean; undefined before the first. */
  of(contestant: string): number | undefined;
  /** The smallest of these; undefined while one of them is not known. */
  slowest(contestants: readonly string[]): number | undefined;
};

/**
 * The loads of the open loop are shares of this: it comes from rounds, and from all of them so far.
 *
 * Means, where what is reported are medians: a load goes on for seconds, the slow stretches of the machine included,
 * which the median of short windows leaves out (docs/adr/0029).
 */
export function createCapacities(): Capacities {
  const measured = new Map<string, Map<number, number[]>>();
  const of = (contestant: string) => {
    const rounds = [...(measured.get(contestant)?.values() ?? [])];
    return rounds.length === 0 ? undefined : mean(rounds.map(mean));
  };
  return {
    add(contestant, round, perSecond) {
      const rounds = measured.get(contestant) ?? new Map<number, number[]>();
      rounds.set(round, [...(rounds.get(round) ?? []), perSecond]);
      measured.set(contestant, rounds);
    },
    of,
    slowest(contestants) {
      const all = contestants.map(of);
      const known = all.filter((one) => one !== undefined);
      return known.length === 0 || known.length < all.length ? undefined : Math.min(...known);
    },
  };
}

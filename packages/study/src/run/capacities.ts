import { mean } from '@cpu-bound/stats/moments';
import { HEADLINE_CLOSED, type Subject, type Trial, type Window, type WindowResult } from '../model.ts';

/** The throughput of each contestant, in requests per second, as the rounds so far have measured it. */
export type Capacities = {
  /** Keeps what a window says of it; nothing where it is the twin's, or another load's. */
  learn(trial: Pick<Trial, 'round'>, subject: Subject, window: Window, result: WindowResult): void;
  /** Verified answers per second of its closed loops; undefined before the first. */
  throughput(contestant: string): number | undefined;
  /** The smallest of these; undefined while one of them is not known. */
  slowest(contestants: readonly string[]): number | undefined;
  /** The largest of these; undefined while one of them is not known. */
  fastest(contestants: readonly string[]): number | undefined;
};

/**
 * The rates of the open loop are multiples of this. It is a mean over rounds, each as much as another, where the report
 * has medians: a rate holds for seconds, the slow stretches of the machine included, which the median of short
 * windows leaves out.
 */
export function createCapacities(): Capacities {
  const known = new Map<string, Map<number, number[]>>();
  const throughput = (contestant: string) => {
    const rounds = [...(known.get(contestant)?.values() ?? [])];
    return rounds.length === 0 ? undefined : mean(rounds.map(mean));
  };
  const extreme = (of: (...rates: number[]) => number) => (contestants: readonly string[]) => {
    const rates = contestants.map(throughput).filter((rate) => rate !== undefined);
    return rates.length === 0 || rates.length < contestants.length ? undefined : of(...rates);
  };
  return {
    learn({ round }, { contestant, twin }, { id }, { load }) {
      if (twin || id !== HEADLINE_CLOSED || !load) return;
      const rounds = known.get(contestant) ?? new Map<number, number[]>();
      known.set(contestant, rounds.set(round, [...(rounds.get(round) ?? []), load.perSecond]));
    },
    throughput,
    slowest: extreme(Math.min),
    fastest: extreme(Math.max),
  };
}

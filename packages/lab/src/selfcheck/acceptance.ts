import { availableParallelism } from 'node:os';
import type { Display } from '@cpu-bound/study/progress/display';

/** The outcome of a check. */
export type Finding = {
  readonly id: string;
  readonly what: string;
  /** The limit, in words. */
  readonly accepted: string;
  readonly observed: string;
  readonly ok: boolean;
};

/** The input of each part of the self-check. */
export type SelfcheckOptions = Pick<Display, 'print' | 'now'> & {
  readonly seed: string;
  readonly signal: AbortSignal;
};

/** The limits that this bench must keep before its own results are trusted. */
export const ACCEPTANCE = {
  /** The rounds are many and short, since a process may be faster or slower than another for all of its life. */
  rounds: 20,
  /** The number of windows of each arm in a round. */
  blocks: 7,
  /** People read runs of four contestants, whose six pairs share the error of 5 %. */
  contestants: 4,
  /** The additional work of the slower program, in per cent. */
  plantedPercent: 5,
  /** Its throughput is lower by this ratio at least: a request has other costs than its work. */
  plantedRatio: 1.04,
  /** The time that the server takes for each request, in milliseconds. */
  constantMs: 20,
  /** The range of the median at that time: 2 ms more are the generator's and the network's. */
  constantP50Ms: [20, 22],
  /** The offered loads at which the median is measured, in requests per second. */
  constantRates: [10, 100, 1_000],
  freezeMs: 1_000,
  /** A freeze of 1 s in every 5 s reaches a fifth of the requests: their p99 must be near its length. */
  freezeP99Ms: [800, 1_200],
  /** The fraction by which a percentile of two generators may differ from that of one. */
  twoGeneratorsDiffer: 0.1,
  /** The requests per second of that comparison. The last one is more than every machine carries. */
  twoGeneratorsRates: [10, 100, 1_000, 8_000],
  /** The length of a generator's stop: many times the server's 20 ms, so that late sends are easy to tell apart. */
  stoppedMs: 300,
} as const;

/** The chance that a bench with the required power finds fewer faults than are required. */
const BY_CHANCE = 0.1;

/**
 * Requires so many of some planted faults that a bench with this power finds fewer in at most one series of ten: 9 of 10
 * and 18 of 20 at 95 %.
 */
export function leastFound(planted: number, power = 0.95): number {
  let chance = (1 - power) ** planted; // of exactly this number, by the binomial distribution
  let [found, upToIt] = [0, chance];
  while (upToIt <= BY_CHANCE) {
    chance *= ((planted - found) / (found + 1)) * (power / (1 - power));
    found++;
    upToIt += chance;
  }
  return found;
}

/** Allows one in 20 comparisons of a program with itself to show a difference, which is a false alarm. */
export const mostAlarms = (compared: number): number => Math.max(1, Math.floor(compared / 20));

export const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

/**
 * Returns true if each of some generators can have a core beside that of a server. Open loops run at real time: as many
 * as there are cores take all of them from the server.
 */
export const hasCoreForEach = (generators: number): boolean => availableParallelism() > generators;

import type { Display } from '@cpu-bound/study/progress/display';

/** One check: the limit, the measured value, and whether it is accepted. */
export type Finding = {
  readonly id: string;
  readonly what: string;
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
  /**
   * Each pair is compared at the level of a run with this many contestants, like the runs of users: six pairs divide
   * the error.
   */
  contestants: 4,
  plantedPercent: 5,
  constantMs: 20,
  constantP50: [20, 22],
  constantRates: [10, 100, 1_000],
  freezeMs: 1_000,
  /** A freeze of 1 s in every 5 s reaches a fifth of the requests: their p99 must be near its length. */
  freezeP99: [800, 1_200],
  twoGenerators: 0.1,
  stoppedMs: 300,
} as const;

/** Requires nine tenths of the planted faults: 9 of 10, 18 of 20. */
export const leastFound = (planted: number): number => planted - Math.floor(planted / 10);

/** Allows one in 20 comparisons of a program with itself to show a difference, which is a false alarm. */
export const mostAlarms = (compared: number): number => Math.max(1, Math.floor(compared / 20));

export const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

import type { Display } from '@cpu-bound/study/progress/display';

/** One check: what was due, what came, and whether that is accepted. */
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

/** The numbers that this bench must reach before its own are believed. */
export const ACCEPTANCE = {
  /** Many and short, since a process may be faster or slower than another for all of its life. */
  rounds: 20,
  /** Windows of each in a round. */
  blocks: 7,
  /** Each pair is compared at the level of a run of so many, which is what is read: six pairs share the error. */
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

/** Nine tenths of the planted faults must be found: 9 of 10, 18 of 20. */
export const leastFound = (planted: number): number => planted - Math.floor(planted / 10);

/** One in 20 comparisons of a program with itself may show a difference, which is a false one. */
export const mostAlarms = (compared: number): number => Math.max(1, Math.floor(compared / 20));

export const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

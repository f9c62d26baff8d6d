import type { Seconds } from '../../model.ts';

/** How much is measured. Seven rounds and more carry verdicts; see docs/adr. */
export type Profile = {
  readonly summary: string;
  /** Asked where no flag names any; absent: all. */
  readonly scenarios?: readonly string[];
  /** `capacity` and `latency` (with responsiveness) decide; `other` is for everything else. */
  readonly rounds: { readonly capacity: number; readonly latency: number; readonly other: number };
  /** Whether capacity is measured with inputs beside the headline's, in as many rounds as `other` says. */
  readonly sweep: boolean;
  /** Loads of the open loop, as shares of the slowest contestant's capacity. */
  readonly loads: readonly number[];
  /** Loads up to the knee, as shares of each contestant's own capacity, in as many rounds as `other` says. */
  readonly curve: readonly number[];
  /** A closed-loop window. */
  readonly windowSeconds: Seconds;
  /** An open-loop window at 70 % load; longer at a lower load, so that each has as many samples. */
  readonly openSeconds: Seconds;
  readonly warmUpSeconds: Seconds;
  readonly kernelSeconds: Seconds;
  /** How long each contestant is watched before the first round. */
  readonly dimensionSeconds: Seconds;
};

const headline = ['capacity', 'latency', 'responsiveness', 'cost'];

export const profiles = {
  smoke: {
    summary: 'does everything work? 2 rounds, no verdicts; capacity, latency, responsiveness and cost',
    scenarios: headline,
    rounds: { capacity: 2, latency: 1, other: 1 },
    sweep: false,
    loads: [0.7],
    curve: [],
    windowSeconds: 0.25,
    openSeconds: 0.35,
    warmUpSeconds: 0.2,
    kernelSeconds: 0.1,
    dimensionSeconds: 0.3,
  },
  quick: {
    summary: 'a first answer with verdicts, in five minutes; capacity, latency, responsiveness and cost',
    scenarios: headline,
    rounds: { capacity: 7, latency: 7, other: 2 },
    sweep: false,
    loads: [0.7],
    curve: [],
    windowSeconds: 0.8,
    openSeconds: 1.8,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.25,
    dimensionSeconds: 2,
  },
  standard: {
    summary: 'the study: every question, verdicts on the first three; what `pnpm bench:all` runs',
    rounds: { capacity: 7, latency: 7, other: 2 },
    sweep: true,
    loads: [0.5, 0.7, 0.9],
    curve: [0.3, 0.5, 0.7, 0.8, 0.9, 0.95],
    windowSeconds: 0.8,
    openSeconds: 1.6,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.25,
    dimensionSeconds: 2,
  },
  thorough: {
    summary: 'for a decision that is dear: verdicts everywhere, two hours',
    rounds: { capacity: 20, latency: 20, other: 10 },
    sweep: true,
    loads: [0.5, 0.7, 0.9],
    curve: [0.3, 0.5, 0.7, 0.8, 0.9, 0.95],
    windowSeconds: 2,
    openSeconds: 4,
    warmUpSeconds: 2,
    kernelSeconds: 0.5,
    dimensionSeconds: 4,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

import type { Seconds } from '../model.ts';

/** How much is measured. Rounds of the headline scenarios carry verdicts; see docs/adr. */
export type Profile = {
  readonly summary: string;
  readonly rounds: { readonly headline: number; readonly other: number };
  /** Whether inputs beside the headline's are measured, in as many rounds as `other` says. */
  readonly sweep: boolean;
  /** Loads of the open loop, as shares of the slowest contestant's capacity. */
  readonly loads: readonly number[];
  readonly windowSeconds: Seconds;
  readonly warmUpSeconds: Seconds;
  readonly kernelSeconds: Seconds;
  /** How long each contestant is watched before the first round. */
  readonly dimensionSeconds: Seconds;
};

export const profiles = {
  smoke: {
    summary: 'does everything work? 2 rounds, no verdicts',
    rounds: { headline: 2, other: 1 },
    sweep: false,
    loads: [0.7],
    windowSeconds: 0.5,
    warmUpSeconds: 0.3,
    kernelSeconds: 0.1,
    dimensionSeconds: 0.6,
  },
  quick: {
    summary: 'a first answer with verdicts, in a few minutes',
    rounds: { headline: 7, other: 2 },
    sweep: true,
    loads: [0.7],
    windowSeconds: 1,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.25,
    dimensionSeconds: 2,
  },
  standard: {
    summary: 'the study: what `pnpm bench:all` runs',
    rounds: { headline: 7, other: 2 },
    sweep: true,
    loads: [0.7],
    windowSeconds: 1.3,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.3,
    dimensionSeconds: 2,
  },
  thorough: {
    summary: 'for a decision that is dear: verdicts everywhere',
    rounds: { headline: 20, other: 10 },
    sweep: true,
    loads: [0.5, 0.7, 0.9],
    windowSeconds: 4,
    warmUpSeconds: 2,
    kernelSeconds: 0.5,
    dimensionSeconds: 4,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

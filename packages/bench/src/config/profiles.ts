import type { Seconds } from '../model.ts';

/** How much is measured. Rounds of the headline scenarios carry verdicts; see docs/adr. */
export type Profile = {
  readonly summary: string;
  readonly rounds: { readonly headline: number; readonly other: number };
  readonly windowSeconds: Seconds;
  readonly warmUpSeconds: Seconds;
  readonly kernelSeconds: Seconds;
};

export const profiles = {
  smoke: {
    summary: 'does everything work? 2 rounds, no verdicts',
    rounds: { headline: 2, other: 1 },
    windowSeconds: 0.6,
    warmUpSeconds: 0.6,
    kernelSeconds: 0.1,
  },
  quick: {
    summary: 'a first answer with verdicts, in a few minutes',
    rounds: { headline: 7, other: 2 },
    windowSeconds: 1,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.25,
  },
  standard: {
    summary: 'the study: what `pnpm bench:all` runs',
    rounds: { headline: 7, other: 3 },
    windowSeconds: 1.5,
    warmUpSeconds: 1.5,
    kernelSeconds: 0.3,
  },
  thorough: {
    summary: 'for a decision that is dear: verdicts everywhere',
    rounds: { headline: 20, other: 10 },
    windowSeconds: 4,
    warmUpSeconds: 2,
    kernelSeconds: 0.5,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

import type { Milliseconds, Seconds } from '../model.ts';

/**
 * How much is measured, and the time that it promises to take. Verdicts are read after ten rounds for the first time
 * (docs/adr/0033), so whatever is to have one has ten.
 */
export type Profile = {
  readonly summary: string;
  /** The run takes this long, on any machine, by leaving out rounds of what matters least. */
  readonly promisedSeconds: Seconds;
  /** For every question that is measured. */
  readonly rounds: number;
  /** Blocks of the headline's closed loop in each round. */
  readonly capacityBlocks: number;
  /** The same in the first round, before its open loops: their rates come from these. One block may hit a single stall. */
  readonly firstBlocks: number;
  /** Whether the variants that a manifest names for a scenario are measured beside their contestants. */
  readonly withVariants: boolean;
  /** Whether a question has all of its conditions: every size of a task, every way to fail; else those that tell most. */
  readonly inFull: boolean;
  /** A closed-loop window. */
  readonly windowSeconds: Seconds;
  /** An open-loop window: one of 3 s misses what comes every 5 s in half of the runs (docs/adr/0042). */
  readonly openSeconds: Seconds;
  /** Blocks of each open loop in a round. */
  readonly openBlocks: number;
  readonly leadInSeconds: Seconds;
  /**
   * Whether the first round also asks the questions for which there is no time in all rounds: for a figure, and no
   * verdict.
   */
  readonly inBreadth: boolean;
  /** Latency at the low rate alone, at the low and the high one, or over the whole curve too. */
  readonly rates: 'low' | 'low and high' | 'curve';
  /** Rounds of the high rate; absent: all. Few give a figure, and no verdict. */
  readonly highRounds?: number;
  /** Multiples of each one's own throughput that are offered to it. */
  readonly overloads: readonly number[];
  readonly warmUpSeconds: Seconds;
  /** How long each contestant's first warm-up is watched, to size the others. */
  readonly dimensionSeconds: Seconds;
  /** A probe of a saturated service without an answer by then is reported as longer than this time. */
  readonly probeTimeoutMs: Milliseconds;
};

export const profiles = {
  smoke: {
    summary: 'does everything work? a round and what fits beside it, no verdicts',
    promisedSeconds: 40,
    rounds: 1,
    capacityBlocks: 1,
    firstBlocks: 1,
    withVariants: false,
    inFull: false,
    windowSeconds: 0.25,
    openSeconds: 0.35,
    openBlocks: 1,
    leadInSeconds: 0.2,
    inBreadth: false,
    rates: 'low',
    overloads: [3],
    warmUpSeconds: 0.2,
    dimensionSeconds: 0.3,
    probeTimeoutMs: 1_000,
  },
  quick: {
    summary: 'a first answer in five minutes: verdicts, and a first figure for latency',
    promisedSeconds: 300,
    rounds: 10,
    capacityBlocks: 1,
    firstBlocks: 3,
    withVariants: false,
    inFull: false,
    windowSeconds: 0.6,
    openSeconds: 5,
    openBlocks: 1,
    leadInSeconds: 1,
    inBreadth: true,
    rates: 'low',
    overloads: [3],
    warmUpSeconds: 1.2,
    dimensionSeconds: 1.5,
    probeTimeoutMs: 1_500,
  },
  standard: {
    summary:
      'the study, in 18 minutes: a figure for every need, most with a verdict; what `pnpm bench:all` runs',
    promisedSeconds: 1_080,
    rounds: 10,
    capacityBlocks: 2,
    firstBlocks: 5,
    withVariants: true,
    inFull: false,
    windowSeconds: 0.4,
    openSeconds: 5,
    openBlocks: 1,
    leadInSeconds: 1,
    inBreadth: true,
    rates: 'low and high',
    highRounds: 2,
    overloads: [3],
    warmUpSeconds: 1.2,
    dimensionSeconds: 1.5,
    probeTimeoutMs: 1_500,
  },
  soak: {
    summary: 'rare stalls, leaks and drift: the same processes for an hour at the low rate',
    promisedSeconds: 3_600,
    rounds: 1,
    capacityBlocks: 1,
    firstBlocks: 5,
    withVariants: false,
    inFull: false,
    windowSeconds: 0.4,
    openSeconds: 5,
    openBlocks: 140,
    leadInSeconds: 1,
    inBreadth: false,
    rates: 'low',
    overloads: [3],
    warmUpSeconds: 2,
    dimensionSeconds: 2,
    probeTimeoutMs: 1_500,
  },
  thorough: {
    summary: 'every question with verdicts, in 100 minutes',
    promisedSeconds: 6_100,
    rounds: 10,
    capacityBlocks: 4,
    firstBlocks: 5,
    withVariants: true,
    inFull: true,
    windowSeconds: 0.8,
    openSeconds: 5.2,
    openBlocks: 1,
    leadInSeconds: 1,
    inBreadth: false,
    rates: 'curve',
    overloads: [1.5, 3],
    warmUpSeconds: 2,
    dimensionSeconds: 4,
    probeTimeoutMs: 4_000,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

/** Whether a profile asks a question where no flag names any: in all rounds, or in the first alone. */
export const asks = (
  name: ProfileName,
  {
    profiles: asking,
    once = [],
  }: { readonly profiles: readonly ProfileName[]; readonly once?: readonly ProfileName[] },
): boolean => asking.includes(name) || once.includes(name);

/** A profile that asks everything in as many rounds as it has. */
export const inDepth = ({ highRounds: _few, ...profile }: Profile): Profile => ({
  ...profile,
  inBreadth: false,
});

/** The profiles that measure more of the same questions than this one, from small to large. */
export function largerThan(profile: ProfileName): readonly ProfileName[] {
  const names = (Object.keys(profiles) as ProfileName[]).filter(
    (name) => name !== 'soak' || name === profile,
  );
  return names.slice(names.indexOf(profile) + 1);
}

/**
 * A profile's questions asked for by name: each in full. Latency is measured at one rate, in twice as many windows: one of
 * 5 s in a round seldom shows that a tail is twice as long, and two mostly do (docs/adr/0042).
 */
export const askedByName = (profile: Profile): Profile => ({
  ...inDepth(profile),
  inFull: true,
  ...(profile.rates !== 'curve' && { rates: 'low', openBlocks: 2 }),
});

/** The time that a question may take which was asked for by name, whatever the profile, unless it names another. */
export const BY_NAME_SECONDS: Seconds = 480;

import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';

/**
 * An amount of measuring, and the time that it promises to take. Verdicts are read after ten rounds for the first time
 * (docs/adr/0033), so every question that needs a verdict has ten.
 */
export type Profile = {
  readonly summary: string;
  /** The run takes this long on any machine: if time is short, it leaves out the rounds that matter least. */
  readonly promisedSeconds: Seconds;
  /** Rounds of each question that is measured. */
  readonly rounds: number;
  /** The time in which each service answers the headline's closed loop in a round, in frames or in one window. */
  readonly capacitySeconds: Seconds;
  /** True if the variants that a manifest names for a question are measured as well. */
  readonly withVariants: boolean;
  /**
   * True if a question has all its conditions: every size of a task, every failure. Otherwise it has the most
   * informative ones.
   */
  readonly inFull: boolean;
  /** The length of a closed-loop window. */
  readonly windowSeconds: Seconds;
  /**
   * The length of an open-loop window. Windows of 3 s miss an event of every 5 s in half of the runs (docs/adr/0042);
   * those of 4 s contain it four times in five.
   */
  readonly openSeconds: Seconds;
  /** Blocks of each open loop in a round. */
  readonly openBlocks: number;
  readonly leadInSeconds: Seconds;
  /**
   * The part of an open loop's lead-in that is random. With these lengths, a pause that a service makes 5 s after the
   * first request falls into three windows of four, as does one at any time.
   */
  readonly phaseSeconds: Seconds;
  /**
   * True if the first round also asks the questions that do not fit into all rounds: they get a figure and no verdict.
   */
  readonly inBreadth: boolean;
  /** The rates at which latency is measured: the low one, or the complete curve. */
  readonly rates: 'low' | 'curve';
  /** Offered loads, as multiples of each contestant's own throughput. */
  readonly overloads: readonly number[];
  readonly warmUpSeconds: Seconds;
  /** The length of each contestant's first warm-up, which sizes the later ones. */
  readonly dimensionSeconds: Seconds;
  /** A probe of a saturated service that has no answer by then is reported as longer than this time. */
  readonly probeTimeoutMs: Milliseconds;
};

/** The values that most profiles have. */
const usual = {
  rounds: 10,
  withVariants: false,
  inFull: false,
  openSeconds: 5,
  openBlocks: 1,
  leadInSeconds: 0.5,
  phaseSeconds: 2,
  inBreadth: false,
  rates: 'low',
  overloads: [3],
  probeTimeoutMs: 1_500,
} as const;

export const profiles = {
  smoke: {
    ...usual,
    summary: 'a check that everything works: one round, and no verdicts',
    promisedSeconds: 40,
    rounds: 1,
    capacitySeconds: 0.25,
    windowSeconds: 0.25,
    openSeconds: 0.35,
    leadInSeconds: 0.2,
    phaseSeconds: 0,
    warmUpSeconds: 0.2,
    dimensionSeconds: 0.3,
    probeTimeoutMs: 1_000,
  },
  quick: {
    ...usual,
    summary: 'a first answer in five to six minutes: verdicts, and a first figure for latency',
    promisedSeconds: 300,
    capacitySeconds: 1,
    windowSeconds: 0.6,
    inBreadth: true,
    warmUpSeconds: 1.2,
    dimensionSeconds: 1.5,
  },
  standard: {
    ...usual,
    summary:
      'the study, in 20 minutes: a figure for every need, most with a verdict; what `npx -y pnpm@12 bench:all` runs',
    promisedSeconds: 1_200,
    capacitySeconds: 1.2,
    withVariants: true,
    windowSeconds: 0.4,
    openSeconds: 4,
    inBreadth: true,
    warmUpSeconds: 1.2,
    dimensionSeconds: 1.5,
  },
  soak: {
    ...usual,
    summary: 'rare stalls, leaks and drift: the same processes for an hour at the low rate',
    promisedSeconds: 3_600,
    rounds: 1,
    capacitySeconds: 2,
    windowSeconds: 0.4,
    leadInSeconds: 1,
    phaseSeconds: 0,
    warmUpSeconds: 2,
    dimensionSeconds: 2,
  },
  thorough: {
    ...usual,
    summary: 'every question with verdicts, in 107 minutes',
    promisedSeconds: 6_400,
    capacitySeconds: 3.2,
    withVariants: true,
    inFull: true,
    windowSeconds: 0.8,
    openSeconds: 5.2,
    rates: 'curve',
    overloads: [1.5, 3],
    warmUpSeconds: 2,
    dimensionSeconds: 4,
    probeTimeoutMs: 4_000,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

/** The facts by which profiles and flags choose a question. */
export type Askable = {
  readonly id: string;
  /** The profiles that ask it if no flag names any. */
  readonly profiles: readonly ProfileName[];
  /** The profiles that ask it in the first round alone, for a figure without a verdict. */
  readonly once?: readonly ProfileName[];
  /**
   * True if the question works with any service and any requests: it needs neither the kernel alone nor control of a
   * process.
   */
  readonly ofRequests?: true;
  /** The time that it may take if it is asked by name; absent: the usual time. */
  readonly byNameSeconds?: Seconds;
  /** The flags of the reader's case that change what it measures. */
  readonly flags?: readonly ('rate' | 'p99')[];
};

/** Returns true if a profile asks a question if no flag names any: in all rounds, or in the first alone. */
export const asks = (
  name: ProfileName,
  { profiles: asking, once = [] }: Pick<Askable, 'profiles' | 'once'>,
): boolean => asking.includes(name) || once.includes(name);

/** Returns a profile that asks everything in all of its rounds. */
export const inDepth = (profile: Profile): Profile => ({ ...profile, inBreadth: false });

/** Returns the profiles that measure more of the same questions than this one, from small to large. */
export function largerThan(profile: ProfileName): readonly ProfileName[] {
  const names = (Object.keys(profiles) as ProfileName[]).filter(
    (name) => name !== 'soak' || name === profile,
  );
  return names.slice(names.indexOf(profile) + 1);
}

/**
 * Returns a profile for questions that were asked by name: each has all its conditions. Latency is measured at one rate
 * in twice as many windows. One window of 5 s per round seldom shows that a tail is twice as long, and two usually do
 * (docs/adr/0042).
 */
export const askedByName = (profile: Profile): Profile => ({
  ...inDepth(profile),
  inFull: true,
  ...(profile.rates !== 'curve' && { rates: 'low', openBlocks: 2 }),
});

/** A question that was asked by name may take this long in any profile, unless the question sets another time. */
export const BY_NAME_SECONDS: Seconds = 480;

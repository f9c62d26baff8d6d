import type { OtherCheckout } from '@cpu-bound/measure/contestants/against';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { CpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import type { MissingContestant } from '@cpu-bound/measure/model';
import { BenchError } from '@cpu-bound/measure/model/errors';
import type { Query, Workload } from '@cpu-bound/workload';
import type { Milliseconds, Seconds } from '../model.ts';
import type { KeptFlags } from './flags.ts';
import type { Profile, ProfileName } from './profiles.ts';

/**
 * The intent of a run, with every default. `settingsOf` makes it of the flags; the stage of preparation reads it, and adds
 * what the first look at the input has found (`asExamined`). It is not known yet which contestants can run here.
 */
export type RunSettings = {
  readonly profileName: ProfileName;
  readonly profile: Profile;
  readonly scenarios: readonly string[];
  /** Whether the questions were asked for by name, or by requests from a file; else they are those of the profile. */
  readonly byName: boolean;
  readonly contestants: readonly Contestant[];
  /** Contestants that were named and are not measured with this workload, each with the reason. */
  readonly without?: readonly MissingContestant[] | undefined;
  readonly baseline: string;
  /** The checkout whose contestants are measured beside ours, and the contestants that it does not have. */
  readonly against?: OtherCheckout & { readonly notThere: readonly string[] };
  readonly workload: Workload;
  /** `primes`, or an absolute path. */
  readonly workloadSpecifier: string;
  readonly headline: Query;
  /** Whether a flag names the headline; where sizes are found on this machine, it is the middle one otherwise. */
  readonly headlineNamed: boolean;
  /** The time that one task may take when the workload is examined, if it is not the usual one. */
  readonly longest?: Milliseconds;
  /** Requests that all contestants are sent, instead of a workload's. */
  readonly requests?: OwnRequests;
  readonly seed: string;
  /** Cores of this machine. */
  readonly cores: number;
  /** Worker processes or threads of each contestant. */
  readonly workers: number;
  /** The reader's own request rate, which latency is measured at, too; per second. */
  readonly rate?: number;
  /** The longest p99 that the reader accepts at that rate. */
  readonly p99?: Milliseconds;
  /** A task of the headline alone, as far as it is known. */
  readonly taskSeconds?: Seconds;
  /** Connections of the closed loop. */
  readonly connections: number;
  /** The time that the run is to take; absent where the number of rounds was given. */
  readonly promisedSeconds?: Seconds;
  /** The run goes on after its profile until nothing is open, or ends with this time; absent: it ends with its profile. */
  readonly goOn?: { readonly within?: Seconds };
  readonly out: string;
  /** Whether its report becomes the one of the repository. */
  readonly publish: boolean;
  /** The flags behind all of this, from which the command that repeats the run is written; nothing is decided by them. */
  readonly flags: KeptFlags;
};

/** Requests from a file. `workload` stands for them then: its input is their digest and how many they are. */
export type OwnRequests = RequestSource & {
  readonly count: number;
  /** The file's name as the flag has it. */
  readonly shown: string;
  readonly statusOnly: boolean;
  /** Whether the results get a copy of the file. */
  readonly keep: boolean;
};

/** The abilities of this machine and of its Redis. */
export type MachineAbilities = {
  /** Whether the bench may kill the Redis that the contestants use, and start it again. */
  readonly redisRestarts: boolean;
  /** Whether the bench can start other Redis servers, for one contestant each. */
  readonly moreRedis: boolean;
  /** The means by which a service can be kept to fewer cores here. */
  readonly cpuLimits: CpuLimits;
  /** Whether memory allows all contestants of a sitting to be up at once. */
  readonly sideBySide: boolean;
};

/**
 * Everything that a run needs to know, complete: nothing downstream has a default of its own. `configOf` makes it; the plan,
 * the manifest and the schedule read it.
 */
export type Config = RunSettings & MachineAbilities;

/**
 * The configuration of a run for the contestants that can take part. If the baseline cannot, the first of them is the baseline.
 *
 * @throws UsageError where there is none
 */
export function configOf(
  settings: RunSettings,
  contestants: readonly Contestant[],
  abilities: MachineAbilities,
): Config {
  const baseline = contestants.find(({ id }) => id === settings.baseline) ?? contestants[0];
  if (!baseline)
    throw new UsageError([
      '--contestants: none of these can run on this machine; choose others (bench list)',
    ]);
  return { ...settings, ...abilities, contestants, baseline: baseline.id };
}

/** Mistakes in the flags, a line each. */
export class UsageError extends BenchError {
  override readonly name = 'UsageError';
  constructor(problems: readonly string[]) {
    super('USAGE', problems);
  }
}

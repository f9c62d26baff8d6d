import type { OtherCheckout } from '@cpu-bound/measure/contestants/against';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { CpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import type { MissingContestant } from '@cpu-bound/measure/model';
import type { CoreDivision } from '@cpu-bound/measure/model/core-division';
import { BenchError } from '@cpu-bound/measure/model/errors';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { Query } from '@cpu-bound/workload';
import type { Milliseconds, Seconds } from '../model.ts';
import type { RepeatableFlags } from './flags.ts';
import type { Profile, ProfileName } from './profiles.ts';

/**
 * The settings of a run, with every default. `settingsOf` makes them from the flags. The preparation reads them, and
 * adds what the examination of the workload has found (`asExamined`). The contestants that can run here are not known
 * yet.
 */
export type RunSettings = {
  readonly profileName: ProfileName;
  readonly profile: Profile;
  readonly scenarios: readonly string[];
  /** True if `--scenarios` names the questions, or a file has the requests; otherwise the profile chooses them. */
  readonly byName: boolean;
  readonly contestants: readonly Contestant[];
  /** Contestants that were named but cannot be measured with this workload, each with the reason. */
  readonly without?: readonly MissingContestant[] | undefined;
  readonly baseline: string;
  /** The checkout whose contestants are compared with ours, and the contestants that it lacks. */
  readonly against?: OtherCheckout & { readonly notThere: readonly string[] };
  readonly workload: KnownWorkload;
  /** `primes`, or an absolute path. */
  readonly workloadSpecifier: string;
  readonly headline: Query;
  /** True if a flag names the headline. Otherwise it is the middle one of the sizes that were found on this machine. */
  readonly headlineNamed: boolean;
  /** The longest task that the examination of the workload accepts, if it is not the default. */
  readonly longest?: Milliseconds;
  /** Requests that all contestants are sent instead of a workload's. */
  readonly requests?: OwnRequests;
  readonly seed: string;
  /** Cores that the services may use. */
  readonly cores: number;
  /** The division of the machine, if the load generators have cores of their own. */
  readonly division?: CoreDivision | undefined;
  /** Worker processes or threads of each contestant. */
  readonly workers: number;
  /** The reader's own request rate, per second; latency is measured at this rate, too. */
  readonly rate?: number;
  /** The longest p99 that the reader accepts at that rate. */
  readonly p99?: Milliseconds;
  /** The time of a single task of the headline, if it is known. */
  readonly taskSeconds?: Seconds;
  /** Connections of the closed loop. */
  readonly connections: number;
  /** The time that the run may take; absent if the number of rounds was given. */
  readonly promisedSeconds?: Seconds;
  /**
   * The run continues after its profile until no question is open, or until this time has passed. If absent, it ends
   * with its profile.
   */
  readonly goOn?: { readonly within?: Seconds };
  readonly out: string;
  /** True if this run's report replaces that of the repository. */
  readonly publish: boolean;
  /** The flags as given, to write the command that repeats the run; no decision depends on them. */
  readonly flags: RepeatableFlags;
};

/** Requests from a file. They take the place of `workload`: its input is then their digest and their number. */
export type OwnRequests = RequestSource & {
  readonly count: number;
  /** The file's name as the flag has it. */
  readonly shown: string;
  readonly statusOnly: boolean;
  /** True if the results get a copy of the file. */
  readonly keep: boolean;
};

/** The abilities of this machine and of its Redis. */
export type MachineAbilities = {
  /** True if the bench has started the Redis of the run: it may kill it, and start another one for a contestant. */
  readonly ownRedis: boolean;
  /** The means by which a service can be limited to fewer cores here. */
  readonly cpuLimits: CpuLimits;
  /** True if memory allows all contestants of a sitting to be up at once. */
  readonly sideBySide: boolean;
};

/**
 * Everything that a run needs to know, complete: later stages have no defaults. `configOf` makes it; the plan, the
 * manifest and the schedule read it.
 */
export type Config = RunSettings & MachineAbilities;

/**
 * Completes the configuration for the contestants that can take part. If the baseline cannot, the first contestant
 * becomes the baseline.
 *
 * @throws UsageError if no contestant can take part
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

/** Mistakes in the flags, one per line. */
export class UsageError extends BenchError {
  override readonly name = 'UsageError';
  constructor(problems: readonly string[]) {
    super('USAGE', problems);
  }
}

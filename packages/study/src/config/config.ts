import type { OtherCheckout } from '@cpu-bound/measure/contestants/against';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { CpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import type { RequestSource } from '@cpu-bound/measure/load/from-file/exchanges';
import type { Milliseconds, MissingContestant, Seconds } from '@cpu-bound/measure/model';
import type { CoreDivision } from '@cpu-bound/measure/model/core-division';
import { BenchError } from '@cpu-bound/measure/model/errors';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Askable, Profile, ProfileName } from './profiles.ts';

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
  readonly without?: readonly MissingContestant[];
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
  readonly division?: CoreDivision;
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
type MachineAbilities = {
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

/**
 * The flags of a run as typed. The command line provides them, or the manifest of an earlier run. Only `settingsOf`
 * reads them.
 */
export type RunFlags = RepeatableFlags & {
  readonly out?: string;
  readonly publish?: boolean;
  /** `40m`: the run continues for this long, counted from the start of the command. */
  readonly for?: string;
  /** `decided`: the run continues until more rounds can answer no open question. */
  readonly until?: string;
  /** The folder of a run to continue. */
  readonly resume?: string;
  /** Words that are no flags of `bench run`, each with the flag that it resembles. */
  readonly unknown?: readonly UnknownWord[];
};

export type UnknownWord = { readonly word: string; readonly meant?: string };

/** The flags that repeat a run or continue it: those that concern more than this one call of the command. */
export type RepeatableFlags = RequestFlags & {
  readonly profile?: string;
  readonly scenarios?: string;
  readonly contestants?: string;
  /** Versions of Node.js on which the main contestants are measured as well. */
  readonly node?: string;
  /** Services that somebody else started, as `name=URL`. */
  readonly target?: readonly string[];
  readonly workload?: string;
  readonly param?: readonly string[];
  /** The inputs of the function that is the workload: files as a glob, or arguments as JSON. */
  readonly body?: string;
  readonly args?: string;
  /** The media type of its answers. */
  readonly type?: string;
  /** True if its answers to one input differ each time. */
  readonly answersDiffer?: true;
  /** Variables of the contestants' environment: `NAME=value`, or `NAME` to pass on its value. */
  readonly env?: readonly string[];
  /** The seconds that a task may take when the workload is examined. */
  readonly longest?: string;
  /** The number of cores of the services. */
  readonly cores?: string;
  readonly baseline?: string;
  /** The folder of another checkout, whose contestants are compared with ours. */
  readonly against?: string;
  readonly seed?: string;
  readonly rounds?: string;
  /** The reader's own case: requests per second, and the longest p99. */
  readonly rate?: string;
  readonly p99?: string;
};

/** The flags that belong to `--requests`. */
export type RequestFlags = {
  /** A file with the requests for the targets. */
  readonly requests?: string;
  /** True if the bodies of the targets' answers may differ. */
  readonly statusOnly?: boolean;
  /** True if the results get a copy of the file. */
  readonly keepRequests?: boolean;
  /** A path that the targets answer at once. */
  readonly light?: string;
};

/** The place where the flags were typed, and the names that they may use. */
export type Surroundings = {
  /** The folder that has `results/`; `code` is the folder that has the packages. */
  readonly root: string;
  readonly code: string;
  readonly cwd: string;
  /** The available questions. */
  readonly questions: readonly Askable[];
  readonly now: Date;
  /** Loads a workload, which may be the user's own code. */
  readonly load: (specifier: string, from: string) => Promise<KnownWorkload>;
};

/** Returns the part of the flags that becomes a part of a function's specifier. */
export const inputsIn = ({
  body,
  args,
  type,
  answersDiffer,
}: Pick<RunFlags, 'body' | 'args' | 'type' | 'answersDiffer'>) =>
  defined({ body, args, type, answers: answersDiffer && 'differ' });

/** Splits a flag with several items at its commas. */
export const listOf = (flag: string | undefined): string[] | undefined =>
  flag
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

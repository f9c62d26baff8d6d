import type { Workload } from '@cpu-bound/workload';
import type { Seconds } from '../model.ts';
import type { ProfileName } from './profiles.ts';

/**
 * The flags of a run as they were typed. The command line makes them, or the manifest of an earlier run has them;
 * `settingsOf` alone reads them.
 */
export type RunFlags = KeptFlags & {
  readonly out?: string;
  readonly publish?: boolean;
  /** How long the run goes on: `40m`, from the start of the command. */
  readonly for?: string;
  /** `decided`: it goes on until no question is open that more rounds can answer. */
  readonly until?: string;
  /** The folder of a run to go on with. */
  readonly resume?: string;
  /** Words that are no flag of `bench run`. */
  readonly unknown?: readonly string[];
};

/** The flags that a run is repeated by, and gone on with: those that are not about this one call of the command. */
export type KeptFlags = RequestFlags & {
  readonly profile?: string;
  readonly scenarios?: string;
  readonly contestants?: string;
  /** Versions of Node.js on which the main contestants are measured, too. */
  readonly node?: string;
  /** Services that the bench does not start, as `name=URL`. */
  readonly target?: readonly string[];
  readonly workload?: string;
  readonly param?: readonly string[];
  /** The inputs of a function that is the workload: files as a glob, or arguments as JSON. */
  readonly body?: string;
  readonly args?: string;
  /** Variables of the contestants' environment, as `NAME=value`, or `NAME` for its value here. */
  readonly env?: readonly string[];
  /** Seconds that a task may take when the workload is examined. */
  readonly longest?: string;
  readonly baseline?: string;
  /** The folder of another checkout, whose contestants are measured beside ours. */
  readonly against?: string;
  readonly seed?: string;
  readonly rounds?: string;
  /** The reader's own case: requests per second, and the longest p99. */
  readonly rate?: string;
  readonly p99?: string;
};

/** The flags that go with `--requests`. */
export type RequestFlags = {
  /** A file of requests that the targets are sent. */
  readonly requests?: string;
  /** Whether the answers of the targets may differ in their bodies. */
  readonly statusOnly?: boolean;
  /** Whether the results get a copy of the file. */
  readonly keepRequests?: boolean;
  /** A path that the targets answer at once. */
  readonly light?: string;
};

/** Where the flags were typed, and what they may name. */
export type Surroundings = {
  /** The folder that has `results/`; `code` is the folder that has the packages. */
  readonly root: string;
  readonly code: string;
  readonly cwd: string;
  /** The questions that there are, and the profiles that ask them where no flag names any. */
  readonly scenarios: readonly {
    readonly id: string;
    readonly profiles: readonly ProfileName[];
    readonly once?: readonly ProfileName[];
    readonly ofRequests?: true;
    readonly byNameSeconds?: Seconds;
  }[];
  readonly now: Date;
  /** How a workload is loaded, which may be the user's own code. */
  readonly load?: (specifier: string, from?: string) => Promise<Workload>;
};

/** The items of a flag that takes several, with commas between. */
export const listOf = (flag: string | undefined): string[] | undefined =>
  flag
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

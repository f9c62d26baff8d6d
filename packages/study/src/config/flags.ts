import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import { defined } from '@cpu-bound/workload/defined';
import type { Askable } from './profiles.ts';

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

export type UnknownWord = { readonly word: string; readonly meant?: string | undefined };

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
  readonly scenarios: readonly Askable[];
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

import type {
  Check,
  CodeFacts,
  Environment,
  Milliseconds,
  MissingContestant,
  Octets,
  Recall,
  Seconds,
} from '@cpu-bound/measure/model';
import type { Query, Size } from '@cpu-bound/workload';
import type { Omission, Trial } from './plan.ts';
import type { Dimensions, TrialResult } from './results.ts';

export type ContestantFacts = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** The contestant of which this is a variant: the same code with another environment. */
  readonly variantOf?: string;
  /** The main contestant that people would replace by this one; for a main contestant, the name of its family. */
  readonly peerOf?: string;
  readonly family?: string;
  /** True if `bench scaffold` wrote it, around the function of the run or another one. */
  readonly scaffolded?: true;
  /** The kernel of the workload that computes here, instead of the workload's own. */
  readonly kernel?: string;
  /** The runtime of the bench that computes instead of the run's Node.js. */
  readonly runtime?: string;
  /** The program of its command, if the bench does not provide it: it may run anything. */
  readonly program?: string;
  /** The situation in which people use it. */
  readonly when?: string;
  /** Sentences of the conformance suite that it cannot satisfy, each with the reason. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** The unit that it distributes to its workers; absent if it has none, or does not say. */
  readonly deals?: 'requests' | 'connections';
  /** Backends that have to run as well. */
  readonly needs?: readonly string[];
  /** True if it accepts jobs that are done later. */
  readonly jobs?: true;
  /** Variables that its manifest sets for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** True if it has workers to count. */
  readonly workers: boolean;
  readonly code?: CodeFacts;
  /**
   * The address of a service that somebody else started, and the median and the p90 of `/hello` (or `light`) when idle.
   */
  readonly elsewhere?: {
    readonly origin: string;
    readonly light?: string;
    readonly roundTripMs: { readonly p50: Milliseconds; readonly p90: Milliseconds };
  };
};

/** The other checkout of a run that compares two. Its contestants are called `single@name`. */
export type Against = {
  readonly name: string;
  readonly commit: string;
  /** The SHA-256 of its sources, as `sources` of the manifest is for this checkout. */
  readonly sources: string;
  readonly isSame: boolean;
  /**
   * Parts that both checkouts share in this run, although the other has its own: `Node.js 26.10.0 (before has 24.1.0)`.
   */
  readonly taken: readonly string[];
  /** Contestants that it lacks. */
  readonly notThere: readonly string[];
};

/** The facts by which another run is recognised as one with the same requests. */
export type RequestFacts = {
  /** The digest of the file. */
  readonly sha256: string;
  readonly count: number;
  /** True if the bodies of answers were not compared. */
  readonly statusOnly: boolean;
};

/** The plan of a run with its circumstances, written before its first trial. */
export type Manifest = {
  readonly schemaVersion: 3;
  readonly id: string;
  /** The folder of its files, relative to the top of the project; absent for `results/<id>`. */
  readonly folder?: string;
  readonly seed: string;
  readonly profile: string;
  readonly startedAt: string;
  readonly command: string;
  readonly baseline: string;
  readonly against?: Against;
  readonly workload: {
    readonly name: string;
    readonly specifier: string;
    readonly headline: Query;
    /** True if answers to one input differ each time: their status, kind and size were checked. */
    readonly answersDiffer?: true;
    /** The sizes that were found on this machine, if the workload names none. */
    readonly sizes?: readonly Size[];
    /**
     * The share of a task’s CPU time that is spent on the event loop: near 0 for work that Node.js does on other
     * threads.
     */
    readonly loopShare?: number;
    /** The time of a single task of the headline, which sets the length of the windows; absent if it is short. */
    readonly taskMs?: Milliseconds;
    /** The largest body and the largest answer of the headline; absent in older runs, and if its sizes were found. */
    readonly octets?: Octets;
    /** The traces of earlier calls in the function; absent for a built-in workload. */
    readonly recall?: Recall;
    /** The SHA-256 of the user’s own files and samples; absent for a built-in workload. */
    readonly sources?: string;
    /** The stored facts about a file of requests; its content is not stored. */
    readonly requests?: RequestFacts;
  };
  readonly scenarios: readonly string[];
  readonly workers: number;
  /** True if its questions had all of their conditions, as with `--scenarios`. */
  readonly inFull?: boolean;
  /** True if all contestants of a sitting were up at once; if memory does not allow it, they take turns. */
  readonly sideBySide: boolean;
  /** The time that the run promises to take; absent if the number of rounds was given. */
  readonly promisedS?: Seconds;
  readonly contestants: readonly ContestantFacts[];
  /** Variants of the contestants that some question measures as well. */
  readonly variants?: readonly ContestantFacts[];
  /** The omissions of the questions on this machine, with their reasons. */
  readonly leftOut?: readonly (Omission & { readonly scenario: string })[];
  /** Contestants that were asked for and could not take part, with the reasons. */
  readonly missing: readonly MissingContestant[];
  readonly environment: Environment;
  /**
   * The environment of every contestant, without its temporary folder, and with digests of the values of `--env`; absent
   * in runs that are older than this field.
   */
  readonly variables?: Readonly<Record<string, string>>;
  /** The variables that `--env` named. */
  readonly named?: readonly string[];
  /** The checks that the machine is fit for measuring, before the run began. */
  readonly checks: readonly Check[];
  /** The SHA-256 of the sources that measured: a run continues only with the code that began it. */
  readonly sources: string;
  /** The flags as given, to complete the same configuration when the run is resumed. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly plan: readonly Trial[];
};

/** A run of a study, and its contribution. */
export type StudyPart = {
  /** The run's own name. */
  readonly id: string;
  readonly startedAt: string;
  readonly command: string;
  readonly inFull: boolean;
  /** The questions that it measured, each with its number of rounds. */
  readonly questions: Readonly<Record<string, number>>;
  /** The questions that it asked in vain: no window of theirs was good. */
  readonly inVain?: readonly string[];
};

/** A run as read back from its folder, or the runs of a study as one. */
export type Run = {
  readonly manifest: Manifest;
  readonly results: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
  /** The duration of the trials alone; for a resumed run, no other duration has a meaning. */
  readonly durationS: Seconds;
  /** True if the run was cut short before its end. */
  readonly interrupted: boolean;
  /** Trials for which there was no time. */
  readonly notRun: readonly string[];
  /** The time that showing figures took in between. */
  readonly shownS?: Seconds;
  /** The runs that it was joined from, in order; absent for a single run. */
  readonly parts?: readonly Run[];
  /** Reads the samples of a file that a result names, in milliseconds. */
  readonly samples: (file: string) => Float32Array;
};

import type {
  Check,
  CodeFacts,
  Environment,
  Milliseconds,
  MissingContestant,
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
  /** The contestant that this is a variant of: the same code under another environment. */
  readonly variantOf?: string;
  /** The main contestant in whose stead people would pick it; and of a main one, what it and its peers are called. */
  readonly peerOf?: string;
  readonly family?: string;
  /** Whether `bench scaffold` wrote it, around the function of the run or another one. */
  readonly scaffolded?: true;
  /** The kernel of the workload that it computes by, instead of the workload's own. */
  readonly kernel?: string;
  /** The program that computes instead of the run's Node.js: another runtime, or that of its command. */
  readonly runtime?: string;
  /** When people use it. */
  readonly when?: string;
  /** Sentences of the conformance suite that it cannot keep, each with the reason. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** The unit that it deals out to its workers; absent: it has none, or does not say. */
  readonly deals?: 'requests' | 'connections';
  /** Backends that have to run beside it. */
  readonly needs?: readonly string[];
  /** Whether it takes jobs that are done later. */
  readonly jobs?: true;
  /** Variables that its manifest sets for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it has workers to count. */
  readonly workers: boolean;
  readonly code?: CodeFacts;
  /** Somebody else started it: where, and what `/hello` (or `light`) took at rest, its median and its p90. */
  readonly elsewhere?: {
    readonly origin: string;
    readonly light?: string;
    readonly roundTripMs: { readonly p50: Milliseconds; readonly p90: Milliseconds };
  };
};

/** The other checkout of a run that compares two, whose contestants are called `single@name`. */
export type Against = {
  readonly name: string;
  readonly commit: string;
  /** SHA-256 of its sources, as `sources` of the manifest has those of this checkout. */
  readonly sources: string;
  readonly isSame: boolean;
  /** Parts that both ran with although the other checkout has its own: `Node.js 26.10.0 (before has 24.1.0)`. */
  readonly taken: readonly string[];
  /** Contestants that it does not have. */
  readonly notThere: readonly string[];
};

/** The requests of a run, by which another run is recognised as one of the same requests. */
export type RequestFacts = {
  /** The digest of the file. */
  readonly sha256: string;
  readonly count: number;
  /** Whether the answers' bodies were not compared. */
  readonly statusOnly: boolean;
};

/** The intent of a run, written before its first trial. */
export type Manifest = {
  readonly schemaVersion: 3;
  readonly id: string;
  /** Where its files are, as seen from the top of the project; absent for `results/<id>`. */
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
    /** Found on this machine, where the workload names none. */
    readonly sizes?: readonly Size[];
    /** The share of a task’s CPU time that is spent on the event loop: near 0 for what Node does on other threads. */
    readonly loopShare?: number;
    /** A task of the headline alone, by which windows are as long as they are; absent where it is short. */
    readonly taskMs?: Milliseconds;
    /** The traces of earlier calls that it keeps; absent for a built-in workload. */
    readonly recall?: Recall;
    /** SHA-256 of the user’s own files and samples; absent for a built-in workload. */
    readonly sources?: string;
    /** The facts that are kept about a file of requests; its content is not. */
    readonly requests?: RequestFacts;
  };
  readonly scenarios: readonly string[];
  readonly workers: number;
  /** Whether its questions had all of their conditions, as with `--scenarios`. */
  readonly inFull?: boolean;
  /** Whether all contestants of a sitting were up at once; where memory does not allow it, they take turns. */
  readonly sideBySide: boolean;
  /** The time that the run promises to take; absent where the rounds were given. */
  readonly promisedS?: Seconds;
  readonly contestants: readonly ContestantFacts[];
  /** Variants of them that some scenario measures beside them. */
  readonly variants?: readonly ContestantFacts[];
  /** The omissions of the scenarios on this machine, with their reasons. */
  readonly leftOut?: readonly (Omission & { readonly scenario: string })[];
  /** Contestants that were asked for and could not take part, and why. */
  readonly missing: readonly MissingContestant[];
  readonly environment: Environment;
  /** The environment of every contestant, without its temporary folder; absent in runs made before it was recorded. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The variables that `--env` named. */
  readonly named?: readonly string[];
  /** Whether the machine was fit for measuring, before it began. */
  readonly checks: readonly Check[];
  /** SHA-256 of the sources that measured: a run goes on only with the code that it began with. */
  readonly sources: string;
  /** The flags as they were given, to complete the same configuration when the run is resumed. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly plan: readonly Trial[];
};

/** One of the runs that a study is made of, and what it added. */
export type StudyPart = {
  /** The run's own name. */
  readonly id: string;
  readonly startedAt: string;
  readonly command: string;
  readonly inFull: boolean;
  /** The questions that it measured, each with its number of rounds. */
  readonly questions: Readonly<Record<string, number>>;
};

/** A run as read back from its folder, or the runs of a study as one. */
export type Run = {
  readonly manifest: Manifest;
  readonly results: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
  /** The duration of the trials alone; a resumed run has no other one that means something. */
  readonly durationS: Seconds;
  /** Whether it was cut short before its end. */
  readonly interrupted: boolean;
  /** Trials that the time did not allow. */
  readonly notRun: readonly string[];
  /** How long showing what was known took meanwhile. */
  readonly shownS?: Seconds;
  /** The runs that it was joined from, in order; absent where it is one. */
  readonly parts?: readonly Run[];
  /** Samples of a file that a result names, in milliseconds. */
  readonly samples: (file: string) => Float32Array;
};

import type {
  FailureReason,
  LoadResult,
  Milliseconds,
  OpenLoopResult,
  Seconds,
  Usage,
} from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { FaultKind } from './condition.ts';

/** The outcome of a poisoned request, and of the service that received it. */
export type PoisonResult = {
  /** The status of its answer; absent if its connection broke, or no answer came before the timeout. */
  readonly status?: number;
  /** Until its answer, or until it was plain that there would be none. */
  readonly afterMs: Milliseconds;
  /** How often a worker began it: more than once where it was tried again. */
  readonly taken: number;
  /** How often the whole service had to be started again. */
  readonly restarts: number;
};

/** A fault as it happened. */
export type FaultResult = {
  readonly kind: FaultKind;
  /** The kind of worker that was killed: a process by SIGKILL, or a thread by process.exit() in its task. */
  readonly ended?: 'a process' | 'a thread';
  /** From the start of the window. */
  readonly atMs: Milliseconds;
  /** From the fault until what was hit was there again; absent where the service itself has to see to that. */
  readonly tookMs?: Milliseconds;
  /** The start-up time of the process that was started again. */
  readonly startUpMs?: Milliseconds;
  /** Jobs that the service says it took up again, over the window. */
  readonly retaken?: number;
  readonly poison?: PoisonResult;
};

/** The outcomes of jobs. Each accepted job is either done or lost in the end. */
export type JobsResult = {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
  readonly acceptedPerSecond: number;
  /** Time until a job was accepted, from when it was due, or from when it was sent where all came at once. */
  readonly acceptMs?: Percentiles;
  /** Has its result, and the oracle agrees. */
  readonly done: number;
  /** Was accepted, and has no result however long one waits. */
  readonly lost: number;
  /** Was begun more than once. */
  readonly twice: number;
  /** From acceptance until done, as the service says; the last is the age of the oldest when it was done. */
  readonly doneMs?: Percentiles;
};

export type Percentiles = {
  readonly p50: Milliseconds;
  readonly p99: Milliseconds;
  readonly max: Milliseconds;
};

/** Sample files hold milliseconds as little-endian 32-bit floats, in intended order. */
export type SampleFiles = {
  readonly samples: string;
  /** By how much each of them left late. */
  readonly lags: string;
};

/** The result of one subject's window of a block. */
export type WindowResult = {
  readonly subject: string;
  readonly load?: LoadResult;
  readonly open?: OpenLoopResult &
    SampleFiles & {
      /** The sample files of a mixed load's parts, by label. */
      readonly parts?: Readonly<Record<string, SampleFiles>>;
      /** The throughput of which the offered load was a multiple: requests per second. */
      readonly capacity: number;
    };
  readonly probe?: OpenLoopResult & SampleFiles;
  readonly jobs?: JobsResult;
  readonly fault?: FaultResult;
  readonly usage?: Usage;
  /** Why earlier attempts at it were void; every retry is recorded. */
  readonly retries?: readonly string[];
};

/** A window without a sound measurement. */
export type VoidWindow = {
  readonly subject: string;
  readonly reasons: readonly string[];
  /** It was not tried: what it asks for cannot be done here, as a load beyond the generator's ceiling. */
  readonly beyond?: boolean;
  /** The load generator was what limited it. */
  readonly byGenerator?: boolean;
};

/** The kernel on all cores at once, beside a block. */
export type ReferenceResult = {
  readonly input: Query;
  /** Mean milliseconds of one task by the CPU clock and by the wall clock, and how many were timed. */
  readonly cpuMs: Milliseconds;
  readonly wallMs: Milliseconds;
  readonly runs: number;
};

/** A line of `trials.ndjson`: written when a block ends, so that a crash loses one. */
export type BlockResult = {
  readonly kind: 'block';
  readonly trial: string;
  readonly block: string;
  readonly reference?: ReferenceResult;
  readonly windows: readonly WindowResult[];
  readonly voids: readonly VoidWindow[];
  /** Subjects that this rate would have kept busier than `MOST_BUSY` of their time: they were not measured. */
  readonly overloaded?: readonly string[];
};

/** A contestant that failed in a trial; what it measured in earlier blocks of it does not count. */
export type Failure = {
  readonly subject: string;
  readonly reason: FailureReason;
  readonly message: string;
  readonly log: readonly string[];
};

/** The last line of a trial. One without it was cut short, and is measured again by `--resume`. */
export type EndResult = {
  readonly kind: 'end';
  readonly trial: string;
  readonly startedAt: string;
  readonly tookS: Seconds;
  /** The part of it that showing figures took, between two blocks; absent: none. */
  readonly pausedS?: Seconds;
  /** Spawn → first 200 of `/readyz`, by subject. */
  readonly startUpMs: Readonly<Record<string, Milliseconds>>;
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
};

/** The last line of a run that was not cut short: what the time did not allow. */
export type RunEnd = {
  readonly kind: 'finished';
  readonly notRun: readonly string[];
  /** How long showing what was known took, in all, while nothing was measured. */
  readonly shownS?: Seconds;
};

/** A line of `trials.ndjson`. */
export type Line = BlockResult | EndResult | RunEnd;

/** A trial as read back: its blocks, and its end where it came to one. */
export type TrialResult = {
  readonly trial: string;
  readonly blocks: readonly BlockResult[];
  readonly end?: EndResult;
};

/** The measurements before the first round, and in it. */
export type Dimensions = {
  /** How long each contestant warms up; learnt in its first warm-up. */
  readonly warmUpSeconds: Record<string, Seconds>;
  /** CPU milliseconds of the kernel for each requested input, by `URLSearchParams` text. */
  readonly kernelMs: Readonly<Record<string, Milliseconds>>;
  /** The rate at which the open loop can send to a server that does nothing, in requests per second. */
  readonly generatorCeiling?: number;
};

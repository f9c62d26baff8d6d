import type {
  FailureReason,
  LoadResult,
  Milliseconds,
  OpenLoopResult,
  Seconds,
  Usage,
} from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { FaultKind } from './plan.ts';

/** The outcome of a poisoned request, and of the service that received it. */
export type PoisonResult = {
  /** The status of its answer; absent if its connection broke, or no answer came before the timeout. */
  readonly status?: number;
  /** The time until its answer, or until it was certain that none would come. */
  readonly afterMs: Milliseconds;
  /** The number of times that a worker began the task: more than one if it was retried. */
  readonly taken: number;
  /** The number of restarts of the complete service. */
  readonly restarts: number;
};

export type FaultResult = {
  readonly kind: FaultKind;
  /** The kind of worker that was killed: a process by SIGKILL, or a thread by process.exit() in its task. */
  readonly ended?: 'a process' | 'a thread';
  /** The time since the start of the window. */
  readonly atMs: Milliseconds;
  /** The time from the fault until its target was there again; absent if the service itself has to replace it. */
  readonly tookMs?: Milliseconds;
  /** The start-up time of the process that was started again. */
  readonly startUpMs?: Milliseconds;
  /** Jobs that the service reports as resumed, over the window. */
  readonly retaken?: number;
  readonly poison?: PoisonResult;
};

/** The outcomes of jobs. In the end, each accepted job is either done or lost. */
export type JobsResult = {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
  readonly acceptedPerSecond: number;
  /** The time until a job was accepted: from its due time, or from its send time if all came at once. */
  readonly acceptMs?: Percentiles;
  /** Jobs that have a result which the oracle confirms. */
  readonly done: number;
  /** Jobs that were accepted, and have no result after any wait. */
  readonly lost: number;
  /** Jobs that were begun more than once. */
  readonly twice: number;
  /**
   * The time from acceptance until done, as the service reports it; the last value is the age of the oldest job when it
   * was done.
   */
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
  /** The lateness of each request. */
  readonly lags: string;
  /** The latency of every request in place of its sample; only in windows that the analysis adds. */
  readonly unansweredMs?: Milliseconds | undefined;
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
      /** The requests of the window that were late, or had no right answer, in a search for the largest rate. */
      readonly late?: number;
    };
  readonly probe?: OpenLoopResult & SampleFiles;
  readonly jobs?: JobsResult;
  readonly fault?: FaultResult;
  readonly usage?: Usage;
  /** True if it was measured in frames: its seconds are those in which the service was not stopped. */
  readonly inFrames?: true;
  /** The reasons why earlier attempts were void; every retry is recorded. */
  readonly retries?: readonly string[];
};

/** A window without a sound measurement. */
export type VoidWindow = {
  readonly subject: string;
  readonly reasons: readonly string[];
  /** The window was not tried, because it is impossible here: for example, a load beyond the generator's ceiling. */
  readonly beyond?: boolean;
  /** The load generator was the limit. */
  readonly byGenerator?: boolean;
};

/** The times of the kernel on all cores at once, before a block. */
export type ReferenceResult = {
  readonly input: Query;
  /** The mean milliseconds of one task by the CPU clock and by the wall clock, and the number of timed tasks. */
  readonly cpuMs: Milliseconds;
  readonly wallMs: Milliseconds;
  readonly runs: number;
  /** The time of the fastest input as a share of the mean over all inputs; absent in older runs. */
  readonly fastest?: number;
  /** The CPU time of one task while the other cores are idle; once in a round. Absent in older runs. */
  readonly loneCpuMs?: Milliseconds;
};

/** A line of `trials.ndjson`. It is written when a block ends, so a crash loses at most one. */
export type BlockResult = {
  readonly kind: 'block';
  readonly trial: string;
  readonly block: string;
  readonly reference?: ReferenceResult;
  readonly windows: readonly WindowResult[];
  readonly voids: readonly VoidWindow[];
  /** Subjects that were not measured, because this rate would have kept them busier than `MOST_BUSY` of their time. */
  readonly overloaded?: readonly string[];
  /** The reason why a block that was planned in frames was measured in windows. */
  readonly inWindows?: string;
};

/** A contestant that failed in a trial. Its measurements in earlier blocks of the trial do not count. */
export type Failure = {
  readonly subject: string;
  readonly reason: FailureReason;
  readonly message: string;
  readonly log: readonly string[];
};

/** The last line of a trial. A trial without it was cut short, and `--resume` measures it again. */
export type EndResult = {
  readonly kind: 'end';
  readonly trial: string;
  readonly startedAt: string;
  readonly tookS: Seconds;
  /** The time that showing figures took between two blocks of the trial; absent: none. */
  readonly pausedS?: Seconds;
  /** The time from spawn to the first right answer, by subject. */
  readonly startUpMs: Readonly<Record<string, Milliseconds>>;
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
};

/** The last line of a run that was not cut short: the trials for which there was no time. */
export type RunEnd = {
  readonly kind: 'finished';
  readonly notRun: readonly string[];
  /** The total time that showing figures took, while nothing was measured. */
  readonly shownS?: Seconds;
};

/** A line of `trials.ndjson`. */
export type Line = BlockResult | EndResult | RunEnd;

/** A trial as read back: its blocks, and its end if it has one. */
export type TrialResult = {
  readonly trial: string;
  readonly blocks: readonly BlockResult[];
  readonly end?: EndResult;
};

/** The measurements before the first round, and in it. */
export type Dimensions = {
  /** The warm-up time of each contestant, as measured in its first warm-up. */
  readonly warmUpSeconds: Record<string, Seconds>;
  /** The CPU milliseconds of the kernel for each requested input, by `URLSearchParams` text. */
  readonly kernelMs: Readonly<Record<string, Milliseconds>>;
  /** The rate at which the open loop can send to a server that does nothing, in requests per second. */
  readonly generatorCeiling?: number;
};

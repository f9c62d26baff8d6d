import type { Query } from '@cpu-bound/workload';
import type { Interval } from './stats/interval.ts';

/** What varies between the numbers of one metric, by the workload's own parameter names. */
export type Condition = Readonly<Record<string, string | number>>;

/** Seconds of wall time. */
export type Seconds = number;
export type Milliseconds = number;

/** Each connection sends its next request when it has its answer. Measures capacity, and nothing else. */
export type ClosedLoad = { readonly kind: 'closed'; readonly query: Query; readonly connections: number };

/** A steady trickle of requests to a light route, its latency counted from the intended time. */
export type Probe = { readonly path: string; readonly perSecond: number };

/** One measured stretch of a cell. */
export type Window = {
  readonly id: string;
  readonly condition: Condition;
  readonly seconds: Seconds;
  /** Load that is not measured, before the window. */
  readonly leadInSeconds: Seconds;
  /** Absent where the service is to be idle but for the probe. */
  readonly load?: ClosedLoad;
  readonly probe?: Probe;
};

/** One contestant in fresh processes: verify, warm up, measure the windows in this order, stop. */
export type Cell = {
  readonly kind: 'cell';
  readonly id: string;
  readonly scenario: string;
  readonly round: number;
  readonly contestant: string;
  /** The sentinel: the baseline once more, under a second name; its ratio must not differ from 1. */
  readonly twin: boolean;
  readonly windows: readonly Window[];
};

/** The workload alone, on one thread of a fresh process: what the physical limit is made of. */
export type KernelTiming = {
  readonly kind: 'kernel';
  readonly id: string;
  readonly scenario: string;
  readonly round: number;
  readonly inputs: readonly { readonly condition: Condition; readonly query: Query }[];
  readonly secondsPerInput: Seconds;
};

export type Trial = Cell | KernelTiming;

/** Where the requests of a window went, lead-in included; the fields after `sent` add up to it. */
export type Accounting = {
  readonly sent: number;
  /** 200, and right by the oracle. */
  readonly ok: number;
  readonly wrong: number;
  /** 503. */
  readonly refused: number;
  /** Any other status, or a connection error. */
  readonly failed: number;
  readonly timedOut: number;
  /** Never answered, although the load went on. */
  readonly lost: number;
  /** Unanswered when the load stopped. */
  readonly inFlight: number;
};

export type WorkerShare = { readonly worker: string; readonly answers: number };

export type LoadResult = {
  readonly accounting: Accounting;
  /** Verified answers inside the window, and the window's length. */
  readonly answers: number;
  readonly seconds: Seconds;
  /** Answers per tenth of a second, in order. */
  readonly bins: readonly number[];
  /** Mean time that the kernel alone took under this load, as the answers say. */
  readonly computeMs: Milliseconds;
  readonly shares: readonly WorkerShare[];
  readonly firstWrong?: string;
  /** CPU seconds of the load generator. */
  readonly generatorCpu: Seconds;
};

export type ProbeResult = {
  readonly accounting: Accounting;
  readonly perSecond: number;
  readonly timeoutMs: Milliseconds;
};

/** Sample files hold milliseconds as little-endian 32-bit floats, in order of completion. */
export type WindowResult = {
  readonly window: string;
  readonly condition: Condition;
  readonly load?: LoadResult & { readonly samples: string };
  readonly probe?: ProbeResult & { readonly samples: string };
};

export type FailureReason =
  | 'not-ready'
  | 'died'
  | 'wrong-answer'
  | 'load-failed'
  | 'did-not-stop'
  | 'missing-backend'
  | 'retired';

/** A failed trial has no numbers, by its type. */
export type TrialResult =
  | {
      readonly state: 'completed';
      readonly trial: Trial;
      readonly startedAt: string;
      readonly startUpMs?: Milliseconds;
      readonly windows?: readonly WindowResult[];
      readonly kernel?: readonly {
        readonly condition: Condition;
        readonly meanMs: Milliseconds;
        readonly runs: number;
      }[];
      readonly warnings: readonly string[];
    }
  | {
      readonly state: 'failed';
      readonly trial: Trial;
      readonly startedAt: string;
      readonly reason: FailureReason;
      readonly message: string;
      readonly log: readonly string[];
    }
  | {
      readonly state: 'void';
      readonly trial: Trial;
      readonly startedAt: string;
      readonly reasons: readonly string[];
    };

export type ContestantFacts = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
};

export type Environment = {
  readonly cpuModel: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly node: string;
  readonly redis: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly gitCommit: string;
};

/** What a run set out to do, written before its first trial. */
export type Manifest = {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly seed: string;
  readonly profile: string;
  readonly startedAt: string;
  readonly command: string;
  readonly baseline: string;
  readonly workload: { readonly name: string; readonly specifier: string; readonly headline: Query };
  readonly scenarios: readonly string[];
  readonly workers: number;
  readonly contestants: readonly ContestantFacts[];
  /** Contestants that were asked for and could not take part, and why. */
  readonly missing: readonly { readonly contestant: string; readonly reason: string }[];
  readonly environment: Environment;
  readonly plan: readonly Trial[];
};

/** A run as read back from its folder. */
export type Run = {
  readonly manifest: Manifest;
  readonly results: readonly TrialResult[];
  readonly durationS: Seconds;
  readonly interrupted: boolean;
  /** Samples of a file that a result names, in milliseconds. */
  readonly samples: (file: string) => Float32Array;
};

export type Metric = Interval & {
  readonly contestant: string;
  readonly metric: string;
  readonly unit: string;
  readonly condition: Condition;
  /** The value of each round, for the charts that show rounds. */
  readonly rounds?: readonly number[];
};

export type Verdict = 'faster' | 'slower' | 'equivalent' | 'negligible' | 'inconclusive' | 'indicative';

export type Comparison = {
  readonly contestant: string;
  readonly baseline: string;
  readonly metric: string;
  readonly condition: Condition;
  readonly ratio: Interval;
  /** Adjusted for the number of comparisons (Holm). */
  readonly p: number;
  readonly verdict: Verdict;
  /** The smallest ratio − 1 that these rounds would find with 95 % power. */
  readonly mde?: number;
  readonly roundsNeeded?: number;
};

export type ScenarioAnalysis = {
  readonly metrics: readonly Metric[];
  readonly comparisons: readonly Comparison[];
  /** How it was measured: connections, seconds, rounds. */
  readonly setting: Readonly<Record<string, string | number>>;
};

export type Analysis = {
  readonly schemaVersion: 1;
  readonly run: Pick<
    Manifest,
    'id' | 'seed' | 'profile' | 'startedAt' | 'command' | 'baseline' | 'workload' | 'workers'
  > & {
    readonly durationS: Seconds;
    readonly trials: number;
    readonly interrupted: boolean;
  };
  readonly environment: Environment;
  readonly contestants: readonly ContestantFacts[];
  readonly scenarios: Readonly<Record<string, ScenarioAnalysis>>;
  readonly validity: {
    readonly sentinel?: { readonly ratio: Interval; readonly ok: boolean };
    readonly gates: readonly { readonly id: string; readonly ok: boolean; readonly detail: string }[];
    readonly failed: readonly {
      readonly trial: string;
      readonly contestant: string;
      readonly reason: string;
      readonly message: string;
      readonly log: readonly string[];
    }[];
    readonly void: readonly {
      readonly trial: string;
      readonly contestant: string;
      readonly reason: string;
    }[];
    readonly missing: Manifest['missing'];
    readonly accounting: readonly (Accounting & { readonly contestant: string })[];
    readonly warnings: readonly { readonly id: string; readonly message: string; readonly remedy: string }[];
  };
};

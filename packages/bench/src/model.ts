import type { Query } from '@cpu-bound/workload';
import type { Check } from './host/doctor.ts';
import type { Interval } from './stats/interval.ts';

/** What varies between the numbers of one metric, by the workload's own parameter names. */
export type Condition = Readonly<Record<string, string | number>>;

/** Seconds of wall time. */
export type Seconds = number;
export type Milliseconds = number;

/** Each connection sends its next request when it has its answer. Measures capacity, and nothing else. */
export type ClosedLoad = { readonly kind: 'closed'; readonly query: Query; readonly connections: number };

/**
 * Requests are sent on a schedule fixed beforehand, whatever became of the others. The offered load is a share of
 * what the slowest contestant was seen to answer in the dimensioning run, the same for all.
 */
export type OpenLoad = {
  readonly kind: 'open';
  readonly query: Query;
  readonly ofCapacity: number;
  readonly arrivals: 'poisson' | 'constant';
  readonly policy: 'keep-alive' | 'per-request';
};

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
  readonly load?: ClosedLoad | OpenLoad;
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
  /** Answers per twentieth of a second, in order. */
  readonly bins: readonly number[];
  /** Mean time that the kernel alone took under this load, as the answers say. */
  readonly computeMs: Milliseconds;
  readonly shares: readonly WorkerShare[];
  readonly firstWrong?: string;
  /** CPU seconds of the load generator. */
  readonly generatorCpu: Seconds;
};

/** What an open loop says of its requests and of itself. */
export type OpenLoopResult = {
  readonly accounting: Accounting;
  /** Requests per second that were due, and for how long. */
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly timeoutMs: Milliseconds;
  /** How late requests left, against their intended times. */
  readonly sendLagP99: Milliseconds;
  readonly sendLagMax: Milliseconds;
  readonly socketWaits: number;
  readonly connectionsOpened: number;
  /** Of the generator's event loop, 0 to 1. */
  readonly utilisation: number;
  readonly generatorCpu: Seconds;
  readonly p50: Milliseconds;
  readonly computeMs: Milliseconds;
  /** Squared coefficient of variation of the kernel times, for the queueing predictions. */
  readonly computeCv2: number;
  readonly shares: readonly WorkerShare[];
  readonly firstWrong?: string;
};

/** CPU seconds and memory of a window, by whom; what the platform cannot tell is left out. */
export type Usage = {
  readonly serverCpu?: Seconds;
  readonly redisCpu?: Seconds;
  readonly generatorCpu: Seconds;
  /** Peak resident memory, summed over the processes of the tree. */
  readonly serverRssBytes?: number;
  readonly redisRssBytes?: number;
  /** Share of the machine's CPU time that the hypervisor gave to others. */
  readonly steal?: number;
  /** Share of the time in which some process waited for a CPU. */
  readonly cpuPressure?: number;
};

/** Sample files hold milliseconds as little-endian 32-bit floats, in order of completion. */
export type WindowResult = {
  readonly window: string;
  readonly condition: Condition;
  readonly load?: LoadResult & { readonly samples: string };
  readonly open?: OpenLoopResult & { readonly samples: string };
  readonly probe?: OpenLoopResult & { readonly samples: string };
  readonly usage?: Usage;
};

/** What a short run of each contestant told before the first round: how fast it is, and how long it warms up. */
export type Dimensions = {
  readonly contestants: Readonly<
    Record<
      string,
      { readonly capacity: number; readonly warmUpSeconds: Seconds; readonly computeMs: Milliseconds }
    >
  >;
  /** What the open loop can send against a server that does nothing, in requests per second. */
  readonly generatorCeiling?: number;
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
      readonly tookS: Seconds;
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
      readonly tookS: Seconds;
      readonly reason: FailureReason;
      readonly message: string;
      readonly log: readonly string[];
    }
  /** The measurement was not sound, whatever the contestant did. */
  | {
      readonly state: 'void';
      readonly trial: Trial;
      readonly startedAt: string;
      readonly tookS: Seconds;
      readonly reasons: readonly string[];
    };

type WithoutFrame<R> = R extends TrialResult ? Omit<R, 'trial' | 'startedAt' | 'tookS'> : never;
/** What a trial came to, before the schedule says which it was and when. */
export type Outcome = WithoutFrame<TrialResult>;

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
  /** Whether the machine was fit for measuring, before it began. */
  readonly checks: readonly Check[];
  /** SHA-256 of the sources that measured: a run goes on only with the code that it began with. */
  readonly sources: string;
  /** The flags as they were given, to complete the same configuration when the run is resumed. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly plan: readonly Trial[];
};

/** A run as read back from its folder. */
export type Run = {
  readonly manifest: Manifest;
  readonly results: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
  /** Of the trials alone; a run that was resumed has no other duration that means something. */
  readonly durationS: Seconds;
  /** Whether the plan was not carried out to its end. */
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

/** A latency distribution, up to where the samples carry it. */
export type Curve = {
  readonly contestant: string;
  readonly condition: Condition;
  readonly points: readonly (Interval & { readonly p: number })[];
};

export type ScenarioAnalysis = {
  readonly metrics: readonly Metric[];
  readonly comparisons: readonly Comparison[];
  readonly curves?: readonly Curve[];
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

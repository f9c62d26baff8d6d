import type { Condition, Fault, Milliseconds, Seconds, Trial } from './plan.ts';

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

/** What became of the requests that were due in each stretch of `binMs`, from the start of the window on. */
export type Timeline = {
  readonly binMs: Milliseconds;
  readonly ok: readonly number[];
  readonly refused: readonly number[];
  readonly failed: readonly number[];
  readonly timedOut: readonly number[];
  /** Median latency of the right answers; null where there was none. */
  readonly p50: readonly (Milliseconds | null)[];
};

/** What an open loop says of its requests and of itself. */
export type OpenLoopResult = {
  readonly accounting: Accounting;
  /** Requests per second that were due, and for how long. */
  readonly perSecond: number;
  readonly seconds: Seconds;
  /** Right answers that came between the edges of the window, whenever they had been asked for. */
  readonly answers: number;
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
  /** Responses that came for a request which had its answer already. */
  readonly answeredTwice: number;
  /** How long the refusals took, from the intended time. */
  readonly refusedMs?: { readonly n: number; readonly p50: Milliseconds; readonly p99: Milliseconds };
  /** How long after the window's end the last of its requests had its answer or its deadline. */
  readonly backlogMs: Milliseconds;
  /** Of a load that was meant to disturb the service. */
  readonly timeline?: Timeline;
};

/** A fault as it happened. */
export type FaultResult = {
  readonly kind: Fault['kind'];
  /** From the start of the window. */
  readonly atMs: Milliseconds;
  /** From the blow until what was hit was there again; absent where the service itself has to see to that. */
  readonly tookMs?: Milliseconds;
  /** Of the process that was started again. */
  readonly startUpMs?: Milliseconds;
  /** Jobs that the queue says it took up again, over the window. */
  readonly retaken?: number;
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
  /** As in the plan: the scenario that asked for it, where that is not the cell's. */
  readonly scenario?: string;
  readonly condition: Condition;
  readonly load?: LoadResult & { readonly samples: string };
  readonly open?: OpenLoopResult & {
    readonly samples: string;
    /** Of a mixed load: the sample files of its parts, by label. */
    readonly parts?: Readonly<Record<string, string>>;
  };
  readonly probe?: OpenLoopResult & { readonly samples: string };
  readonly fault?: FaultResult;
  readonly usage?: Usage;
};

/** A window without a sound measurement, although it was tried twice. */
export type VoidWindow = {
  readonly window: string;
  readonly reasons: readonly string[];
  /** It was not tried: the load would have been more than the generator can send on this machine. */
  readonly beyond?: boolean;
};

/** What a short run of each contestant told before the first round: how fast it is, and how long it warms up. */
export type Dimensions = {
  readonly contestants: Readonly<
    Record<
      string,
      { readonly capacity: number; readonly warmUpSeconds: Seconds; readonly computeMs: Milliseconds }
    >
  >;
  /** Mean milliseconds of the kernel alone for each input of a mixed load, by `URLSearchParams` text. */
  readonly kernelMs?: Readonly<Record<string, Milliseconds>>;
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
      readonly voidWindows?: readonly VoidWindow[];
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

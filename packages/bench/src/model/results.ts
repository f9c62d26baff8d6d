import type { Condition, Milliseconds, Seconds, Trial } from './plan.ts';

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

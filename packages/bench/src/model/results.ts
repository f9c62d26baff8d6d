import type { Accounting, OpenLoopResult, WorkerShare } from './open-loop.ts';
import type { Condition, Fault, Milliseconds, Seconds, Trial } from './plan.ts';

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
  /** It was not tried: what it asks for cannot be done here, as a load beyond the generator's ceiling. */
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

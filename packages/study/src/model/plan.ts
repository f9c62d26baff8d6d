import type {
  ClosedLoad,
  ConnectionPolicy,
  Milliseconds,
  Persistence,
  Seconds,
} from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { Condition, FaultKind, RateBase } from './condition.ts';

/** A part of a mixed load: `share` of the arrivals ask for `query`, and their latencies are kept apart. */
export type MixPart = { readonly label: string; readonly query: Query; readonly share: number };

/**
 * Requests are sent on a schedule fixed beforehand, whatever became of the others. The offered load is a multiple of
 * a throughput: of a contestant's, as the rounds so far have measured it, or of a core's.
 */
export type OpenLoad = {
  readonly kind: 'open';
  readonly query: Query;
  /** What is asked for instead of `query`, by a seeded choice per arrival. */
  readonly mix?: readonly MixPart[];
  readonly ofCapacity: number;
  readonly of: RateBase;
  readonly arrivals: 'poisson' | 'constant';
  readonly policy: ConnectionPolicy;
  /** The load goes on at another share afterwards, to watch the service recover. */
  readonly afterwards?: { readonly ofCapacity: number; readonly seconds: Seconds };
};

/**
 * Jobs that are accepted now and done later (`POST /jobs`): for so many seconds at a rate that is a share of what
 * one core computes, or so many as fast as they are accepted.
 */
export type JobsLoad = { readonly kind: 'job'; readonly query: Query } & (
  | { readonly ofCapacity: number; readonly of: 'core' }
  | { readonly burst: number; readonly connections: number }
);

/** What is done to a service on purpose, so many seconds into a window. */
export type Fault = { readonly kind: FaultKind; readonly atSeconds: Seconds };

/** A steady trickle of requests to a light route, its latency counted from the intended time. */
export type Probe = {
  readonly path: string;
  readonly perSecond: number;
  /** A probe without an answer is censored at this age. */
  readonly timeoutMs: Milliseconds;
};

/**
 * The closed loop on the headline's input, which every capacity is taken from: the throughput that is reported, and
 * the one that the loads of the open loop are shares of.
 */
export const HEADLINE_CLOSED = 'headline-closed';

/** One measured stretch of one contestant under one condition. */
export type Window = {
  /** Unique among the windows of a plan. */
  readonly id: string;
  /** The scenarios that read it. */
  readonly questions: readonly string[];
  readonly condition: Condition;
  readonly seconds: Seconds;
  /** Load that is not measured, before the window. */
  readonly leadInSeconds: Seconds;
  /** Absent where the service is to be idle but for the probe. */
  readonly load?: ClosedLoad | OpenLoad | JobsLoad;
  readonly probe?: Probe;
  readonly fault?: Fault;
};

/** A contestant as it stands in a trial; the twin is the baseline once more, under a second name. */
export type Subject = { readonly name: string; readonly contestant: string; readonly twin: boolean };

/** One condition, every subject in turn within seconds. */
export type Block = {
  readonly id: string;
  readonly window: Window;
  /** Names of subjects, in a seeded order that is balanced over the blocks. */
  readonly order: readonly string[];
};

/**
 * Fresh processes that are up side by side, one window at a time: the sitting of a round with every contestant and
 * the twin, or the start of one contestant by itself, where it is to be hurt or wants other workers.
 */
export type Trial = {
  readonly id: string;
  readonly round: number;
  readonly subjects: readonly Subject[];
  /** What they are started with otherwise than the configuration says. */
  readonly changes?: {
    readonly workers?: number;
    /** It may use so many cores, and has the number of workers that it chooses by itself. */
    readonly cpus?: number;
    readonly env?: Readonly<Record<string, string>>;
    /** It serves another workload than the run's, a built-in one. */
    readonly workload?: string;
    /** Its workload can be told to fail, and whoever dies of that is started again. */
    readonly poisoned?: true;
    /** As if clients, API, Redis and workers were on hosts so far from one another, one way; see `link` of @cpu-bound/measure. */
    readonly distanceMs?: Milliseconds;
    /** It has a Redis of its own, which keeps its data so. */
    readonly persistence?: Persistence;
  };
  readonly blocks: readonly Block[];
  /** When time is short, trials of a higher number are left out first. */
  readonly importance: number;
  /** It fills what is left of the time, and ends with it, between two blocks. */
  readonly filler?: true;
};

/** What a scenario did not measure, and why; without a contestant, it measured nothing. */
export type Omission = { readonly contestant?: string; readonly what?: string; readonly reason: string };

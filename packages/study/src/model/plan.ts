import type {
  ClosedLoad,
  ConnectionPolicy,
  Milliseconds,
  Persistence,
  Seconds,
} from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { Poison } from '@cpu-bound/workload/poisoned';

/** A task that fails in the way of its name. */
export type PoisonFault = `poison-${Poison}`;

/** `restart-all`: the service and its backend are stopped in order, and started again. */
export type FaultKind = 'kill-worker' | 'redis-restart' | 'restart' | 'restart-all' | PoisonFault;

/**
 * The way to persist accepted jobs: a Redis with this append-only file, PostgreSQL, synced with each commit, or a store
 * of the contestant's own.
 */
export type Durability = Persistence | 'commit' | 'own';

/**
 * The throughput of which an offered load is a multiple. `slowest` and `fastest` are those among the main contestants,
 * with the same requests per second for all. `own` is each contestant's. `core` is the computing rate of one core,
 * known before the first round. `given` is no throughput: the load is the reader's own rate in requests per second.
 */
export type RateBase = 'slowest' | 'fastest' | 'own' | 'core' | 'given';

/** The settings that the load generator and the bench vary. */
export type Setting = {
  /** The connections of a closed loop, or the limit for those of an open one. */
  readonly connections?: number;
  /** Offered load as a multiple of a throughput; see `OpenLoad`. */
  readonly load?: number;
  readonly of?: RateBase;
  readonly policy?: ConnectionPolicy;
  readonly workers?: number;
  /** The length of the frames in which it is measured; 0 for a window. Absent: the usual one. */
  readonly frameMs?: Milliseconds;
  /** The number of requests that the service may have in work or waiting for each of its workers. */
  readonly pendingPerWorker?: number;
  /** The cores that the service may use: a number of them, or a share of the time of one. */
  readonly cpus?: number;
  readonly fault?: FaultKind;
  readonly persistence?: Durability;
  /** The number of jobs that came at once. */
  readonly burst?: number;
  /** The target of a search for the largest rate within it, in milliseconds. */
  readonly within?: number;
  /** The part of a mixed load to which the figure belongs. */
  readonly part?: string;
};

/**
 * The condition of a measurement. The workload's parameters are separate, because one of them may be called
 * `connections` or `load`.
 */
export type Condition = { readonly input: Query; readonly setting: Setting };

const ordered = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns a text that is equal for equal conditions, whatever the order of their names. */
export const conditionKey = ({ input, setting }: Condition): string =>
  JSON.stringify([ordered(input), ordered(setting)]);

/** Returns true if two conditions have equal keys. It makes none, because an analysis compares conditions very often. */
export const sameCondition = (a: Condition, b: Condition): boolean =>
  sameInput(a.input, b.input) && sameValues(a.setting, b.setting);

/** Returns true if two queries ask for the same, whatever the order of their names. */
export const sameInput = (a: Query, b: Query): boolean => sameValues(a, b);

const sameValues = (a: object, b: object): boolean => a === b || (hasValuesOf(a, b) && hasValuesOf(b, a));

const hasValuesOf = (record: object, other: object): boolean =>
  Object.entries(other).every(
    ([name, value]) =>
      value === undefined || (Object.hasOwn(record, name) && Reflect.get(record, name) === value),
  );

/** A part of a mixed load: `share` of the arrivals request `query`, and their latencies are recorded separately. */
export type MixPart = { readonly label: string; readonly query: Query; readonly share: number };

/**
 * Requests are sent on a fixed schedule, even if earlier ones have no answer. The offered load is a multiple of a
 * throughput: of a contestant's, as measured in the rounds so far, or of one core's.
 */
export type OpenLoad = {
  readonly kind: 'open';
  readonly query: Query;
  /** The queries that replace `query`, with a seeded choice for each arrival. */
  readonly mix?: readonly MixPart[];
  readonly ofCapacity: number;
  readonly of: RateBase;
  readonly arrivals: 'poisson' | 'constant';
  readonly policy: ConnectionPolicy;
  /**
   * The target of a search for the largest rate within it: `ofCapacity` is the first rate, and each later window
   * follows from the one before (`run/capacities.ts`).
   */
  readonly within?: Milliseconds;
  /** The load continues at another share afterwards, to watch the service recover. */
  readonly afterwards?: { readonly ofCapacity: number; readonly seconds: Seconds };
};

/**
 * Jobs that are accepted now and done later (`POST /jobs`). They come for some seconds at a share of one core's
 * computing rate, or as a number of jobs as fast as they are accepted.
 */
export type JobsLoad = { readonly kind: 'job'; readonly query: Query } & (
  | { readonly ofCapacity: number; readonly of: 'core' }
  | { readonly burst: number; readonly connections: number }
);

/** The harm that the bench does to a service, and its moment in the window. */
export type Fault = { readonly kind: FaultKind; readonly atSeconds: Seconds };

/** A steady trickle of requests to a light route. Latency is counted from the intended time. */
export type Probe = {
  readonly path: string;
  readonly perSecond: number;
  /** A probe without an answer is censored at this age. */
  readonly timeoutMs: Milliseconds;
};

/**
 * The closed loop on the headline's input. Its throughput is the reported capacity, and the base of the open loop's
 * rates.
 */
export const HEADLINE_CLOSED = 'headline-closed';

/** A measured stretch of one contestant under one condition. */
export type Window = {
  /** Unique among the windows of a plan. */
  readonly id: string;
  /** The questions that use it. */
  readonly questions: readonly string[];
  readonly condition: Condition;
  readonly seconds: Seconds;
  /** The load before the window, which is not measured. */
  readonly leadInSeconds: Seconds;
  /** The lead-in is longer by a random part of this, which each contestant draws anew in each round. */
  readonly phaseSeconds?: Seconds;
  /** The load; absent if only the probe loads the service. */
  readonly load?: ClosedLoad | OpenLoad | JobsLoad;
  /** True if all services of the block are measured at once, in frames (run/frames.ts), where they can be stopped. */
  readonly inFrames?: boolean;
  /** The length of these frames; absent: the usual one. */
  readonly frameMs?: Milliseconds;
  readonly probe?: Probe;
  readonly fault?: Fault;
};

/** A contestant in a trial. The twin is the baseline a second time, under another name. */
export type Subject = { readonly name: string; readonly contestant: string; readonly twin: boolean };

/** A condition, with every subject in turn within seconds. */
export type Block = {
  readonly id: string;
  readonly window: Window;
  /** The names of the subjects, in a seeded order that is balanced over the blocks. */
  readonly order: readonly string[];
};

/**
 * Fresh processes that run side by side, measured one window at a time. A trial is the sitting of a round, with every
 * contestant and the twin. Or it starts one contestant alone, with a fault or with other workers.
 */
export type Trial = {
  readonly id: string;
  readonly round: number;
  readonly subjects: readonly Subject[];
  /** The differences between this start and the configuration. */
  readonly changes?: {
    readonly workers?: number;
    /** The number of cores that the service may use. The service chooses its number of workers itself. */
    readonly cpus?: number;
    readonly env?: Readonly<Record<string, string>>;
    /** A built-in workload that the service serves instead of the run's. */
    readonly workload?: string;
    /** A query parameter can make tasks fail, and a service that dies is started again. */
    readonly poisoned?: true;
    /** The service has its own Redis, with this append-only file setting. */
    readonly persistence?: Persistence;
  };
  readonly blocks: readonly Block[];
  /** The order of omission: if time is short, trials with a higher number are left out first. */
  readonly importance: number;
  /** In runs of before December 2026: the trial fills the time that is left. */
  readonly filler?: true;
};

/** An omission of a question, and its reason. Without a contestant, the question measured nothing. */
export type Omission = {
  readonly contestant?: string;
  readonly what?: string;
  readonly reason: string;
  /** What the user can do about it here. Such an omission stands before the measurement and above the answer. */
  readonly remedy?: string;
};

/** A contestant that is busier than this share of its time is on the edge: it is overloaded, and has no latency. */
export const MOST_BUSY = 0.9;

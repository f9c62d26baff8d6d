import type { Query } from '@cpu-bound/workload';

/** What varies between the numbers of one metric, by the workload's own parameter names. */
export type Condition = Readonly<Record<string, string | number>>;

/** Seconds of wall time. */
export type Seconds = number;
export type Milliseconds = number;

/** Each connection sends its next request when it has its answer. Measures capacity, and nothing else. */
export type ClosedLoad = { readonly kind: 'closed'; readonly query: Query; readonly connections: number };

/** A part of a mixed load: `share` of the arrivals ask for `query`, and their latencies are kept apart. */
export type MixPart = { readonly label: string; readonly query: Query; readonly share: number };

/**
 * Requests are sent on a schedule fixed beforehand, whatever became of the others. The offered load is a share of
 * a capacity that the dimensioning run saw: the slowest contestant's, the same for all, or the contestant's own.
 */
export type OpenLoad = {
  readonly kind: 'open';
  readonly query: Query;
  /** What is asked for instead of `query`, by a seeded choice per arrival. */
  readonly mix?: readonly MixPart[];
  readonly ofCapacity: number;
  readonly of: 'slowest' | 'own';
  readonly arrivals: 'poisson' | 'constant';
  readonly policy: 'keep-alive' | 'per-request';
  /** At most so many connections: a request waits for one, and the wait counts. Absent: as many as are needed. */
  readonly connections?: number;
  /** The load goes on at another share afterwards, to watch the service recover. */
  readonly afterwards?: { readonly ofCapacity: number; readonly seconds: Seconds };
};

/** What is done to a service on purpose, so many seconds into a window. */
export type Fault = {
  readonly kind: 'kill-worker' | 'redis-restart' | 'restart';
  readonly atSeconds: Seconds;
};

/** A steady trickle of requests to a light route, its latency counted from the intended time. */
export type Probe = { readonly path: string; readonly perSecond: number };

/** One measured stretch of a cell. */
export type Window = {
  readonly id: string;
  /** The scenario that asked for it, where the cell belongs to another that shares its start. */
  readonly scenario?: string;
  readonly condition: Condition;
  readonly seconds: Seconds;
  /** Load that is not measured, before the window. */
  readonly leadInSeconds: Seconds;
  /** Absent where the service is to be idle but for the probe. */
  readonly load?: ClosedLoad | OpenLoad;
  readonly probe?: Probe;
  readonly fault?: Fault;
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
  /** Workers other than the configuration's, and more environment: such a cell shares its start with no other. */
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Its windows change the process itself, so no other scenario's may be measured in it. */
  readonly alone?: true;
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

/** What a scenario did not measure, and why; without a contestant, it measured nothing. */
export type LeftOut = { readonly contestant?: string; readonly what?: string; readonly reason: string };

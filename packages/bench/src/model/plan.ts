import type { Query } from '@cpu-bound/workload';

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

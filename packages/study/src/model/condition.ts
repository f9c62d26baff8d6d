import type { ConnectionPolicy, Persistence } from '@cpu-bound/measure/model';
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

export const sameCondition = (a: Condition, b: Condition): boolean => conditionKey(a) === conditionKey(b);

/** Returns true if two queries ask for the same, whatever the order of their names. */
export const sameInput = (a: Query, b: Query): boolean =>
  JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

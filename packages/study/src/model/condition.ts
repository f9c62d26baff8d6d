import type { ConnectionPolicy, Persistence } from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { Poison } from '@cpu-bound/workload/poisoned';

/** A task that fails as its name says. */
export type PoisonFault = `poison-${Poison}`;

/** `restart-all`: the service and its backend are ended in order, and started again. */
export type FaultKind = 'kill-worker' | 'redis-restart' | 'restart' | 'restart-all' | PoisonFault;

/** How what was accepted is kept: by a Redis with this append-only file, or by PostgreSQL, synced with each commit. */
export type Durability = Persistence | 'commit';

/**
 * Whose throughput an offered load is a multiple of: that of the slowest or the fastest main contestant, the same
 * requests per second for all; each one's own; or what one core computes, which is known before the first round. `given` is
 * no throughput: the load is the reader's own rate in requests per second.
 */
export type RateBase = 'slowest' | 'fastest' | 'own' | 'core' | 'given';

/** The settings that the load generator and the bench vary. */
export type Setting = {
  /** The connections of a closed loop, or the most that an open one may have. */
  readonly connections?: number;
  /** Offered load as a multiple of a throughput; see `OpenLoad`. */
  readonly load?: number;
  readonly of?: RateBase;
  readonly policy?: ConnectionPolicy;
  readonly workers?: number;
  /** Cores that the service may use: a number of them, or a share of the time of one. */
  readonly cpus?: number;
  readonly fault?: FaultKind;
  readonly persistence?: Durability;
  /** How many jobs came at once. */
  readonly burst?: number;
  /** The part of a mixed load that the figure belongs to. */
  readonly part?: string;
};

/**
 * The condition under which a number was measured. The workload's parameters are apart: one may be called
 * `connections` or `load`.
 */
export type Condition = { readonly input: Query; readonly setting: Setting };

const ordered = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** A text that is equal for equal conditions, whatever the order of their names. */
export const conditionKey = ({ input, setting }: Condition): string =>
  JSON.stringify([ordered(input), ordered(setting)]);

export const sameCondition = (a: Condition, b: Condition): boolean => conditionKey(a) === conditionKey(b);

/** Whether two queries ask for the same, whatever the order of their names. */
export const sameInput = (a: Query, b: Query): boolean =>
  JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

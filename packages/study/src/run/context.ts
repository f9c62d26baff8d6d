import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { freezerOf } from '@cpu-bound/measure/host/freezer';
import type { Place } from '@cpu-bound/measure/host/launch';
import type { OwnRedis, RunningRedis } from '@cpu-bound/measure/host/redis/redis';
import type { Service } from '@cpu-bound/measure/host/service';
import type { Provision } from '@cpu-bound/measure/host/sources';
import type { readUsage, treesOf } from '@cpu-bound/measure/host/usage';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { Milliseconds, Persistence } from '@cpu-bound/measure/model';
import { BenchError } from '@cpu-bound/measure/model/errors';
import type { Query } from '@cpu-bound/workload';
import type { Config } from '../config/config.ts';
import type { Trial } from '../model/plan.ts';
import type { Dimensions } from '../model/results.ts';
import type { Store } from '../results/store.ts';
import type { Capacities, GeneratorsNeeded } from './capacities.ts';

/** The settings of a start in which a trial departs from the configuration. */
export type StartChanges = NonNullable<Trial['changes']> & {
  /** The place of a service that is started again. */
  readonly place?: Place;
  /** The address of a Redis of its own. */
  readonly redisUrl?: string;
};

/** The effects of a run on the world outside; the tests replace them. */
export type Ports = {
  /** Clears a Redis that the bench owns; nothing that uses it may be up. */
  emptyRedis(): Promise<void>;
  /** Starts a contestant. @throws ContestantFailure if it does not get ready */
  start(contestant: Contestant, changes: StartChanges): Promise<Service>;
  /** Starts a Redis for one service. @throws if the bench cannot start another one like the run's */
  startRedis(persistence: Persistence): Promise<OwnRedis>;
  /** Moves the generator of closed loops off the first cores, if it has none of its own and there are others. */
  makeRoom(cpus: number): Promise<void>;
  /** Asks once, when idle, for the run's workload or a built-in one. @throws ContestantFailure for an answer that is wrong or missing */
  verify(origin: string, query: Query, workload?: string): Promise<void>;
  /** Resolves when the service has nothing left to do. */
  settle(service: Service, signal: AbortSignal): Promise<void>;
  readonly treesOf: typeof treesOf;
  readonly freezerOf: typeof freezerOf;
  readonly readUsage: typeof readUsage;
  /** The monotonic clock, which stands still while the machine is suspended, and the wall clock, which goes on. */
  now(): Milliseconds;
  wallClock(): Milliseconds;
};

/** The values that all trials of a run use. */
export type RunContext = {
  readonly config: Config;
  readonly store: Store;
  readonly redis: RunningRedis | undefined;
  readonly provisions: readonly Provision[];
  readonly dimensions: Dimensions;
  readonly capacities: Capacities;
  readonly generators: Generators;
  readonly generatorsNeeded: GeneratorsNeeded;
  /** The reasons for which blocks could not be measured in frames (run/frames.ts). */
  readonly framing: { readonly refusals: string[] };
  readonly ports: Ports;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};

/** The user interrupted the run, and nothing has failed. */
export class Interrupted extends BenchError {
  override readonly name = 'Interrupted';
  constructor(signal: string) {
    super('INTERRUPTED', [`interrupted by ${signal}`]);
  }
}

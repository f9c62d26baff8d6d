import type { Milliseconds, Usage } from '../model.ts';
import type { CpuAccount } from './cpu-account.ts';
import type { Place } from './launch.ts';

/** A service to which a load can be sent, wherever it runs. */
type Reachable = {
  readonly place: Place;
  readonly origin: string;
  readonly redisUrl: string | undefined;
  /** Aborts with a ContestantFailure when its process ends before it is stopped. */
  readonly died: AbortSignal;
  readonly log: () => readonly string[];
  /** Ends the service and all of its processes; a remote service keeps running. @returns what went wrong */
  stop(): Promise<string[]>;
  /** Ends the remains of a service that has died or hangs. */
  kill(): Promise<void>;
};

/** A service that the bench started here. */
export type LocalService = Reachable & {
  readonly kind: 'local';
  readonly pid: number;
  /** The variable that all of its processes have in their environment. */
  readonly mark: string;
  /** Processes that work for this service alone, such as its PostgreSQL. */
  readonly backendPids: readonly number[];
  /** Counts the CPU time of its processes, where the system allows that. */
  readonly account?: CpuAccount | undefined;
  /** The time from its spawn to the first 200 of `/readyz`; in a run, to its first right answer. */
  readonly startUpMs: Milliseconds;
  /** Tells what another program did to its processes or its Redis since it was ready; undefined: no sign of that. */
  harm(): Promise<string | undefined>;
  /** Resolves when its process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** A file that gets a line whenever a poisoned task begins. */
  readonly poisonLog: string;
};

/** The figures of a service's `/metrics`, with the times of request and answer: it may answer late. */
export type SelfReport = Pick<Usage, 'serverCpu'> & {
  readonly report?: NonNullable<Usage['told']> & {
    readonly askedAtMs: Milliseconds;
    readonly answeredAtMs: Milliseconds;
  };
};

/** A service that the bench did not start. */
export type RemoteService = Reachable & {
  readonly kind: 'remote';
  /** Waits until the service can be reached. @throws ContestantFailure if it does not come back */
  readonly untilThere: (signal: AbortSignal) => Promise<void>;
  /** Reads the service's own report of CPU time and memory, if it gives one. */
  readonly selfReport?: () => Promise<SelfReport>;
};

export type Service = LocalService | RemoteService;

/** Narrows a service to a local one. @throws Error for a service elsewhere, whose processes are out of reach */
export function localService(service: Service): LocalService {
  if (service.kind === 'remote')
    throw new Error(`${service.place.queueName} runs elsewhere: the bench cannot reach its processes`);
  return service;
}

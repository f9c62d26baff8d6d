import type { Seconds } from './units.ts';

export type Environment = {
  readonly cpuModel: string;
  /** The cores that the services may use. */
  readonly cores: number;
  /** The cores of the bench in all, and those of the load generators alone; absent if they share all with the services. */
  readonly part?: { readonly of: number; readonly generators: number };
  /** The CPU time that a container allows, in cores; absent if it is not less than that of the cores. */
  readonly quota?: number;
  readonly memoryBytes: number;
  readonly os: string;
  /** True if a hypervisor runs the machine; absent if the platform does not say. */
  readonly virtual?: boolean;
  readonly node: string;
  readonly redis: string;
  /** Other backends of contestants, by the name of the need in their manifests: the version, and the source. */
  readonly provisions?: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, string>>;
  readonly gitCommit: string;
};

/** A check of whether this machine is fit for measuring, with a remedy. */
export type Check = {
  readonly id: string;
  readonly fit: boolean;
  readonly detail: string;
  readonly remedy: string;
};

/** CPU seconds and memory of a window, for each kind of process; figures that the platform lacks are left out. */
export type Usage = {
  readonly serverCpu?: Seconds;
  readonly redisCpu?: Seconds;
  readonly generatorCpu: Seconds;
  /** The cores that each of the other services kept computing, by its name, while it had nothing to do. */
  readonly idleCores?: Readonly<Record<string, number>>;
  /** Memory of the processes of the tree at the end of the window, in which shared pages count once. */
  readonly serverMemoryBytes?: number;
  /** Peak resident memory, summed over the processes of the tree: shared pages count in each. */
  readonly serverRssBytes?: number;
  readonly redisRssBytes?: number;
  /**
   * The figures from `/metrics` of a service elsewhere: memory at the end of the window, and how busy its event loops
   * were.
   */
  readonly told?: { readonly rssBytes?: number; readonly loopBusy?: number };
  /** Share of the machine's CPU time that the hypervisor gave to others. */
  readonly steal?: number;
  /** Share of the machine's CPU time that other programs of this machine used. */
  readonly foreign?: number;
};

export type FailureReason =
  | 'not-ready'
  | 'died'
  | 'lost'
  | 'wrong-answer'
  | 'load-failed'
  | 'did-not-stop'
  | 'missing-backend'
  | 'retired';

/** The moment when Redis writes a change to disk: never, within a second, or before it answers (its appendfsync). */
export type Persistence = 'off' | 'everysec' | 'always';

/** The `contestant` field of a contestant's package.json. */
export type ContestantManifest = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `npm:wattpm@3.65.0 @platformatic/node@3.65.0` are packages that the bench fetches on first use, into one
   * `node_modules`, which the variable `NPM_` and the first one's name (`NPM_WATTPM`) says.
   */
  readonly needs?: readonly ('redis' | 'postgres' | 'nginx' | `npm:${string}`)[];
  /**
   * What may be done to it: a worker ended, the Redis that it uses restarted; `poison`: its workload is loaded by
   * this workspace's loader, and can fail on demand.
   */
  readonly faults?: readonly ('kill-worker' | 'redis-restart' | 'poison')[];
  /** Whether bodies and answers of octets get through to its workers. */
  readonly octets?: true;
  /** The octets of a body beyond which it answers 413; the bodies of its answers have no more, either. */
  readonly mostOctets?: number;
  /** Whether it takes jobs that are done later: `POST /jobs`. */
  readonly jobs?: true;
  /** When people use it. */
  readonly when?: string;
  /** The common name of a main contestant and its peers, as in `--contestants @pools`. */
  readonly family?: string;
  /** For a peer: the main contestant in whose stead people would pick it. */
  readonly peerOf?: string;
  /** Whether `bench scaffold` wrote it: the strategy that it is a peer of, around one function. */
  readonly scaffolded?: true;
  /** Sentences of the conformance suite that it cannot keep, each with the reason. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** The other runtimes that its sources are tried on, by name; those without an entry in it are in no group. */
  readonly runtimes?: Readonly<Record<string, OnOtherRuntime>>;
  /** `false` where its one process computes and there are no workers to count. */
  readonly workers?: false;
  /** The unit that it deals out to its workers: with connections, the way of connecting matters. */
  readonly deals?: 'requests' | 'connections';
  /** Its place in tables and charts, from the simplest on; those without one come last. */
  readonly order?: number;
  /** The counter on its `/metrics` of jobs that were taken up again after a worker had died. */
  readonly retakenMetric?: string;
  /** The same contestant under another environment or command: a contestant of its own, named `id:variant`. */
  readonly variants?: Readonly<Record<string, ContestantVariant>>;
};

/** Why a contestant does not run on a runtime; or what it cannot keep there beside its own `cannot`. */
export type OnOtherRuntime = {
  readonly cannotRun?: string;
  readonly cannot?: Readonly<Record<string, string>>;
};

/**
 * `scenarios` names those that measure it beside its contestant, without being asked to; `peer` says that people
 * would pick it in its contestant's stead.
 */
export type ContestantVariant = {
  readonly title: string;
  readonly command?: ContestantManifest['command'];
  readonly env?: Readonly<Record<string, string>>;
  readonly scenarios?: readonly string[];
  readonly peer?: boolean;
};

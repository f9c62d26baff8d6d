/** The `contestant` field of a contestant's package.json. */
export type ContestantManifest = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The backends and programs that it needs, which the bench finds or starts. For `npm:wattpm@3.65.0
   * @platformatic/node@3.65.0`, the bench installs these packages on first use into one `node_modules`, and passes its path
   * in a variable with the name of the first: `NPM_WATTPM`.
   */
  readonly needs?: readonly ('redis' | 'postgres' | 'nginx' | `npm:${string}`)[];
  /**
   * The faults that it supports: a killed worker, a restarted Redis; `poison`: it uses this workspace's loader, so its
   * workload can fail on demand.
   */
  readonly faults?: readonly ('kill-worker' | 'redis-restart' | 'poison')[];
  /** True if bodies and answers of octets reach its workers. */
  readonly octets?: true;
  /** The largest body of a request (413 beyond it) and of an answer, in octets. */
  readonly mostOctets?: number;
  /** True if it accepts jobs that are computed later: `POST /jobs`. */
  readonly jobs?: true;
  /** The situations in which people use it. */
  readonly when?: string;
  /** The common name of a main contestant and its peers, as in `--contestants @pools`. */
  readonly family?: string;
  /** The main contestant that a peer would replace. */
  readonly peerOf?: string;
  /** True if `bench scaffold` wrote it around one function. */
  readonly scaffolded?: true;
  /** Sentences of the conformance suite that it cannot keep, each with the reason. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** The other runtimes that its sources were tried on, by name. `@bun` and the like use those alone. */
  readonly runtimes?: Readonly<Record<string, OnOtherRuntime>>;
  /** `false` if its only process computes, without workers. */
  readonly workers?: false;
  /** The unit that it deals to its workers: with connections, the way of connecting matters. */
  readonly deals?: 'requests' | 'connections';
  /** Its place in tables and charts; contestants without one come last. */
  readonly order?: number;
  /** The name of its metric that counts jobs which ran again after a worker had died. */
  readonly retakenMetric?: string;
  /** Its variants, with another environment or command. Each is a contestant named `id:variant`. */
  readonly variants?: Readonly<Record<string, ContestantVariant>>;
};

/** The reason why a contestant does not run on a runtime, or its further exceptions there. */
export type OnOtherRuntime = {
  readonly cannotRun?: string;
  readonly cannot?: Readonly<Record<string, string>>;
};

/**
 * A variant. `scenarios` names those that measure it by default; `peer` is true if people would use it in place of its
 * contestant.
 */
export type ContestantVariant = {
  readonly title: string;
  readonly command?: ContestantManifest['command'];
  readonly env?: Readonly<Record<string, string>>;
  readonly scenarios?: readonly string[];
  readonly peer?: boolean;
};

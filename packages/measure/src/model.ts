import type { Query } from '@cpu-bound/workload';
import type { Recalled } from '@cpu-bound/workload/inspected';

/** Seconds and milliseconds of wall time. The type checker refuses to mix them, though a plain number can be either. */
export type Seconds = number & { readonly unit?: 's' };
export type Milliseconds = number & { readonly unit?: 'ms' };

/** `27 %` */
export const inPercent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

/** The cost of owning a strategy, counted from the script that its command names. */
export type CodeFacts = {
  /**
   * Lines that are neither blank nor comment nor import, of all files of this repository to which the script leads, without the
   * function and its loading, which older runs count.
   */
  readonly lines: number;
  /** Packages from outside of this workspace that these files import; in older runs, those of its own files. */
  readonly directDependencies: number;
  /** All packages that are installed for these, at any depth, as `npm ls` lists them. */
  readonly allDependencies: number;
};

/** A requested contestant that could not take part, with the reason. */
export type MissingContestant = {
  readonly contestant: string;
  readonly reason: string;
  /** True if a flag named it, and the check of the function left it out. */
  readonly isNamed?: true;
};

/** The fields of a contestant that decide its family. */
type Member = { readonly id: string; readonly peerOf?: string };

/** A main contestant, and its alternatives in a run; the main one comes first. */
export type Family<T extends Member = Member> = { readonly main: T; readonly members: readonly T[] };

/**
 * Sorts the contestants of a run into families: its main contestants, and under each its peers. A peer whose main
 * contestant did not take part becomes a main one.
 */
export function familiesOf<T extends Member>(
  contestants: readonly T[],
): { readonly main: readonly T[]; readonly families: readonly Family<T>[] } {
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]));
  const headOf = (member: T): T => {
    const above = member.peerOf === undefined ? undefined : byId.get(member.peerOf);
    return above ? headOf(above) : member;
  };
  const main = contestants.filter((contestant) => headOf(contestant) === contestant);
  const families = main
    .map((head) => ({
      main: head,
      members: [head, ...contestants.filter((member) => member !== head && headOf(member) === head)],
    }))
    .filter(({ members }) => members.length > 1);
  return { main, families };
}

/** Lateness of the generator widens an interval; beyond both of these limits no figure is left. */
const LATE_SHARE = 0.1;
const LATE_MS = 0.5;

/**
 * Tells whether a percentile counted from the due time and from the send time (ms) are too far apart to be one
 * number.
 */
export const tooLate = (fromDue: number, fromSent: number): boolean =>
  fromDue - fromSent > LATE_SHARE * fromDue && fromDue - fromSent > LATE_MS;

/** The outcomes of the requests of a window, lead-in included; the fields after `sent` add up to it. */
export type Accounting = {
  readonly sent: number;
  /** The answers with status 200 that the oracle accepts. */
  readonly ok: number;
  readonly wrong: number;
  /** The answers with status 503 or 429. */
  readonly refused: number;
  /** The answers with any other status, and connection errors. */
  readonly failed: number;
  readonly timedOut: number;
  /** The requests that were never answered, although the load continued. */
  readonly lost: number;
  /** The requests that were unanswered when the load stopped. */
  readonly inFlight: number;
};

/** The number of right answers from one worker; results of earlier runs call the list of these `shares`. */
export type WorkerAnswers = { readonly worker: string; readonly answers: number };

/** The outcomes of the requests that were due in each stretch of `binMs`, from the start of the window on. */
export type Timeline = {
  readonly binMs: Milliseconds;
  readonly ok: readonly number[];
  readonly refused: readonly number[];
  readonly failed: readonly number[];
  readonly timedOut: readonly number[];
  /** Median latency of the right answers; null if there was none. */
  readonly p50: readonly (Milliseconds | null)[];
};

/** The figures that each kind of load has. */
export type LoadFigures = {
  readonly accounting: Accounting;
  /** Right answers that came between the edges of the window, whenever their requests were due, and its length. */
  readonly answers: number;
  readonly seconds: Seconds;
  /** The mean time of the kernel alone under this load, as the answers report it. */
  readonly computeMs: Milliseconds;
  readonly shares: readonly WorkerAnswers[];
  readonly firstWrong?: string;
  /** The first request without an answer failed with this status, or this error of its connection. */
  readonly firstFailure?: string;
  /**
   * Answers that differed from those before and that the oracle did not check, because it was slow and checked only a
   * sample.
   */
  readonly unchecked?: number;
  /** CPU seconds of the load generators, and their number; absent: one. */
  readonly generatorCpu: Seconds;
  readonly generators?: number;
};

/** The figures of an open loop about its requests and itself. */
export type OpenLoopResult = LoadFigures & {
  /** The requests that were due in each second. */
  readonly perSecond: number;
  readonly timeoutMs: Milliseconds;
  /** The p99 of the lateness of requests against their intended times. */
  readonly sendLagP99: Milliseconds;
  readonly socketWaits: number;
  readonly connectionsOpened: number;
  /** The utilisation of the generator's event loop, 0 to 1. */
  readonly utilisation: number;
  readonly p50: Milliseconds;
  /**
   * The median from the time at which requests really left. It is below `p50` by the effect of the generator's
   * lateness.
   */
  readonly p50FromSent: Milliseconds;
  /** Responses to a request that already had its answer. */
  readonly answeredTwice: number;
  /** The times of the right answers and of the refusals, each from the intended time. */
  readonly answeredMs?: { readonly n: number; readonly p50: Milliseconds; readonly p99: Milliseconds };
  readonly refusedMs?: { readonly n: number; readonly p50: Milliseconds; readonly p99: Milliseconds };
  /** The time from the window's end until the last of its requests had its answer or its deadline. */
  readonly backlogMs: Milliseconds;
  /**
   * The time from the first to the last request that was not served, by their intended times; absent if all were
   * served.
   */
  readonly unservedMs?: Milliseconds;
  /** The longest time in which no right answer came, between the first due time of the window and the last. */
  readonly silenceMs?: Milliseconds;
  /** The timeline of a load that was meant to disturb the service. */
  readonly timeline?: Timeline;
};

/** The octets of a request's body, and of its answer. */
export type Octets = { readonly in: number; readonly out: number };

/** A load for capacity alone: each connection sends its next request when it has its answer. */
export type ClosedLoad = { readonly kind: 'closed'; readonly query: Query; readonly connections: number };

/**
 * The rule by which a connection is chosen for a request. `random`: a free one, by a seeded choice, as with
 * independent clients. `in-turn`: the least recently used. `most-recent`: the most recently used, as Node's
 * `http.Agent` and nginx's upstream `keepalive` do. `per-request`: a new one for each.
 */
export type ConnectionPolicy = 'random' | 'in-turn' | 'most-recent' | 'per-request';

export type LoadResult = LoadFigures & {
  /** `answers` ÷ `seconds`, for windows of any length (docs/adr/0049). */
  readonly perSecond: number;
  /** Answers in each twentieth of a second, in order. */
  readonly bins: readonly number[];
  /** Answers that came before their request was sent: second answers to the request before. Absent: none. */
  readonly answeredTwice?: number;
  /** The longest time in the window in which the generator could not send, because it was stopped or had no core. */
  readonly generatorPauseMs: Milliseconds;
};

/** The traces of earlier calls that a workload keeps. */
export type Recall = Recalled & {
  /** The octets that each call left behind; absent if they were not measured. */
  readonly keptBytes?: number;
  /**
   * The time of the fastest call of each batch, divided by that of the batch before; absent if a batch had few calls.
   */
  readonly slowdowns?: readonly number[];
};

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
  /** CPU time of the machine that neither the bench nor a known process of the services used. */
  readonly unattributed?: Seconds;
};

export type FailureReason =
  | 'not-ready'
  | 'died'
  /** Something other than the bench ended, stopped or slowed it down, or ended its Redis. It may have reniced itself. */
  | 'harmed'
  | 'lost'
  | 'wrong-answer'
  | 'load-failed'
  | 'did-not-stop'
  | 'missing-backend'
  | 'retired';

/** The moment when Redis writes a change to disk: never, within a second, or before it answers (its appendfsync). */
export type Persistence = 'off' | 'everysec' | 'always';

/** The vocabulary of measuring: machine, contestant, load, results. */

import type { Milliseconds, Seconds } from './units.ts';

/** The outcomes of the requests of a window, lead-in included; the fields after `sent` add up to it. */
export type Accounting = {
  readonly sent: number;
  /** The answers with status 200 that the oracle accepts. */
  readonly ok: number;
  readonly wrong: number;
  /** The answers with status 503. */
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

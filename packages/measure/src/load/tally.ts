import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, LoadResult, Milliseconds, Seconds } from '../model.ts';
import type { Verification } from './verifier.ts';

/** The measured window, on the clock of `performance.now()`. */
export type Span = { readonly from: Milliseconds; readonly to: Milliseconds };

type Answer = {
  readonly verification: Verification;
  readonly at: Milliseconds;
  readonly latency: Milliseconds;
};

type Counts = { -readonly [K in keyof Accounting]: Accounting[K] };
export const noRequests = (): Counts => ({
  sent: 0,
  ok: 0,
  wrong: 0,
  refused: 0,
  failed: 0,
  timedOut: 0,
  lost: 0,
  inFlight: 0,
});

/** This resolution shows when a warm-up of a second or two settles. */
const BIN_MS = 50;

/** A window with fewer answers than this has few: a single one at its edge would decide the figure. */
const FEW = 40;
/** Answers of one worker came together if they are less than this part of a task's time apart. */
const TOGETHER = 0.1;

/**
 * Computes the answers per second of a window that holds few. Each worker counts from its first completion to its
 * last, because the edges of the window cut tasks in two. Answers that came together with the first began before it.
 *
 * @param ends completions of each worker, ascending
 * @param taskMs mean time of a task
 */
export function rateOfFew(
  ends: readonly (readonly Milliseconds[])[],
  taskMs: Milliseconds,
  seconds: Seconds,
): number {
  return ends.reduce((sum, times) => {
    const first = times[0] ?? 0;
    const last = times.at(-1) ?? 0;
    const after = times.filter((at) => at - first > TOGETHER * taskMs).length;
    return sum + (after > 1 ? (after * 1000) / (last - first) : times.length / seconds);
  }, 0);
}

/**
 * Collects the answers of one load. The accounting covers the whole load; everything else covers the measured span
 * only.
 */
export class Tally {
  readonly counts = noRequests();
  readonly latencies: Milliseconds[] = [];
  readonly #bins: number[];
  readonly #span: Span;
  readonly #answersByWorker = new Map<string, number>();
  readonly #ends = new Map<string, Milliseconds[]>();
  #computeMs = 0;
  #unchecked = 0;
  #firstWrong: string | undefined;
  readonly #open: Promise<void>[] = [];

  constructor(span: Span) {
    this.#span = span;
    this.#bins = Array.from({ length: Math.max(1, Math.round((span.to - span.from) / BIN_MS)) }, () => 0);
  }

  /** Counts an answer that ended at `at` after `latency`. */
  answer({ verification, at, latency }: Answer): void {
    this.counts[verification.outcome]++;
    if (verification.outcome === 'wrong') this.#firstWrong ??= verification.why;
    if (verification.outcome === 'ok' && verification.unchecked) this.#unchecked++;
    if (verification.outcome === 'ok' && verification.later)
      this.#open.push(verification.later.then((judged) => this.#correct(judged)));
    if (verification.outcome !== 'ok' || at < this.#span.from || at >= this.#span.to) return;
    this.latencies.push(latency);
    this.#computeMs += verification.computeMs;
    this.#answersByWorker.set(verification.worker, (this.#answersByWorker.get(verification.worker) ?? 0) + 1);
    if (this.latencies.length < FEW) {
      const ends = this.#ends.get(verification.worker) ?? [];
      ends.push(at);
      this.#ends.set(verification.worker, ends);
    }
    const bin = Math.min(this.#bins.length - 1, Math.floor((at - this.#span.from) / BIN_MS));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  /** Resolves when the oracle has judged every answer. */
  async judged(): Promise<void> {
    await Promise.all(this.#open);
  }

  /** Corrects the count of an answer that counted as right until the oracle had judged it. */
  #correct(judged: Verification): void {
    if (judged.outcome === 'ok') {
      if (judged.unchecked) this.#unchecked++;
      return;
    }
    this.counts.ok--;
    this.counts[judged.outcome]++;
    if (judged.outcome === 'wrong') this.#firstWrong ??= judged.why;
  }

  result(generator: Pick<LoadResult, 'generatorCpu' | 'generatorPauseMs'>): LoadResult {
    const answers = this.latencies.length;
    const seconds = Math.round(this.#span.to - this.#span.from) / 1000;
    const computeMs = answers === 0 ? 0 : this.#computeMs / answers;
    return defined({
      accounting: this.counts,
      answers,
      seconds,
      perSecond: answers < FEW ? rateOfFew([...this.#ends.values()], computeMs, seconds) : answers / seconds,
      bins: this.#bins,
      computeMs,
      shares: [...this.#answersByWorker].map(([worker, count]) => ({ worker, answers: count })),
      ...generator,
      unchecked: this.#unchecked || undefined,
      firstWrong: this.#firstWrong,
    });
  }
}

import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, LoadResult, Milliseconds } from '../model.ts';
import type { Verification } from './verifier.ts';

/** The measured window, on the clock of `performance.now()`. */
export type Span = { readonly from: Milliseconds; readonly to: Milliseconds };

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

/**
 * Collects the answers of one load. The accounting covers the whole load; everything else covers the measured span
 * only.
 */
export class Tally {
  readonly counts = noRequests();
  /** Of the right answers inside the window, from their sending. */
  readonly latencies: Milliseconds[] = [];
  /** Answers to requests that had one already. */
  answeredTwice = 0;
  readonly #bins: number[];
  readonly #span: Span;
  readonly #answersByWorker = new Map<string, number>();
  #computeMs = 0;
  #unchecked = 0;
  #firstWrong: string | undefined;
  #firstFailure: string | undefined;
  readonly #open: Promise<void>[] = [];

  constructor(span: Span) {
    this.#span = span;
    this.#bins = Array.from({ length: Math.max(1, Math.round((span.to - span.from) / BIN_MS)) }, () => 0);
  }

  /** Counts a request that ended at `at`, this long after its sending. */
  end(verification: Verification, at: Milliseconds, latency: Milliseconds): void {
    this.counts[verification.outcome]++;
    if (verification.outcome === 'wrong') this.#firstWrong ??= verification.why;
    if (verification.outcome === 'failed') this.#firstFailure ??= verification.why;
    if (verification.outcome === 'ok' && verification.unchecked) this.#unchecked++;
    if (verification.outcome === 'ok' && verification.later)
      this.#open.push(verification.later.then((judged) => this.#correct(judged)));
    if (verification.outcome !== 'ok' || at < this.#span.from || at >= this.#span.to) return;
    this.latencies.push(latency);
    this.#computeMs += verification.computeMs;
    this.#answersByWorker.set(verification.worker, (this.#answersByWorker.get(verification.worker) ?? 0) + 1);
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
      perSecond: answers / seconds,
      bins: this.#bins,
      computeMs,
      shares: [...this.#answersByWorker].map(([worker, count]) => ({ worker, answers: count })),
      ...generator,
      answeredTwice: this.answeredTwice || undefined,
      unchecked: this.#unchecked || undefined,
      firstWrong: this.#firstWrong,
      firstFailure: this.#firstFailure,
    });
  }
}

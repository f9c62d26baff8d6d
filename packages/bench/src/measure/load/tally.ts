import type { Accounting, LoadResult, Milliseconds, Seconds } from '../../model.ts';
import type { Verification } from './verifier.ts';

/** The window that counts, on the clock of `performance.now()`. */
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

/** Fine enough for the trend test of a window of 1 s, which wants 20 bins. */
const BIN_MS = 50;

/** Collects the answers of one load. Accounting covers all of it; everything else only the measured span. */
export class Tally {
  readonly counts = noRequests();
  readonly latencies: Milliseconds[] = [];
  readonly #bins: number[];
  readonly #span: Span;
  readonly #shares = new Map<string, number>();
  #computeMs = 0;
  #firstWrong: string | undefined;

  constructor(span: Span) {
    this.#span = span;
    this.#bins = Array.from({ length: Math.max(1, Math.round((span.to - span.from) / BIN_MS)) }, () => 0);
  }

  /** Counts an answer that ended at `at` after `latency`. */
  answer(verification: Verification, at: Milliseconds, latency: Milliseconds): void {
    this.counts[verification.outcome]++;
    if (verification.outcome === 'wrong') this.#firstWrong ??= verification.why;
    if (verification.outcome !== 'ok' || at < this.#span.from || at >= this.#span.to) return;
    this.latencies.push(latency);
    this.#computeMs += verification.computeMs;
    this.#shares.set(verification.worker, (this.#shares.get(verification.worker) ?? 0) + 1);
    const bin = Math.min(this.#bins.length - 1, Math.floor((at - this.#span.from) / BIN_MS));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  result(generatorCpu: Seconds): LoadResult {
    const answers = this.latencies.length;
    return {
      accounting: this.counts,
      answers,
      seconds: Math.round(this.#span.to - this.#span.from) / 1000,
      bins: this.#bins,
      computeMs: answers === 0 ? 0 : this.#computeMs / answers,
      shares: [...this.#shares].map(([worker, count]) => ({ worker, answers: count })),
      generatorCpu,
      ...(this.#firstWrong !== undefined && { firstWrong: this.#firstWrong }),
    };
  }
}

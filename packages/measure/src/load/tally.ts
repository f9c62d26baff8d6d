import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, LoadResult, Milliseconds, WorkerAnswers } from '../model.ts';
import type { Verification } from './verifier.ts';

/** The answers to a load said this, beside their number and their times. */
export type AnswerFacts = {
  /** Right answers, by the worker that computed them. */
  readonly shares: readonly WorkerAnswers[];
  /** Answers to requests that had one already. */
  readonly answeredTwice: number;
  readonly unchecked: number;
  readonly firstWrong: string | undefined;
  readonly firstFailure: string | undefined;
};

/** Notes what answers say, in the order in which they come. */
export class Answers {
  answeredTwice = 0;
  readonly #byWorker = new Map<string, number>();
  readonly #open: Promise<void>[] = [];
  #unchecked = 0;
  #firstWrong: string | undefined;
  #firstFailure: string | undefined;

  /** @param correct gets the judgement of an oracle on an answer, which counts as right until then */
  note(verification: Verification, correct: (judged: Verification) => void): void {
    if (verification.outcome === 'wrong') this.#firstWrong ??= verification.why;
    if (verification.outcome === 'failed') this.#firstFailure ??= verification.why;
    if (verification.outcome !== 'ok') return;
    if (verification.unchecked) this.#unchecked++;
    const judged = verification.later?.then((judgement) => {
      correct(judgement);
      this.note(judgement, correct);
    });
    if (judged) this.#open.push(judged);
  }

  countFor(worker: string): void {
    this.#byWorker.set(worker, (this.#byWorker.get(worker) ?? 0) + 1);
  }

  /** Resolves when the oracle has judged every answer. */
  async judged(): Promise<void> {
    await Promise.all(this.#open);
  }

  get facts(): AnswerFacts {
    return {
      shares: [...this.#byWorker].map(([worker, answers]) => ({ worker, answers })),
      answeredTwice: this.answeredTwice,
      unchecked: this.#unchecked,
      firstWrong: this.#firstWrong,
      firstFailure: this.#firstFailure,
    };
  }
}

/** Adds up what several generators of one load have noted. */
export function joinedFacts(parts: readonly Partial<AnswerFacts>[]): AnswerFacts {
  const byWorker = new Map<string, number>();
  for (const { worker, answers } of parts.flatMap(({ shares = [] }) => shares))
    byWorker.set(worker, (byWorker.get(worker) ?? 0) + answers);
  const sum = (of: 'answeredTwice' | 'unchecked') =>
    parts.reduce((total, part) => total + (part[of] ?? 0), 0);
  const first = (of: 'firstWrong' | 'firstFailure') => parts.map((part) => part[of]).find(Boolean);
  return {
    shares: [...byWorker].map(([worker, answers]) => ({ worker, answers })),
    answeredTwice: sum('answeredTwice'),
    unchecked: sum('unchecked'),
    firstWrong: first('firstWrong'),
    firstFailure: first('firstFailure'),
  };
}

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

/** The accounting covers a whole load, everything else the measured span only. */
export class Tally {
  readonly counts = noRequests();
  /** The answers of the whole load, but the shares of workers are those of the window. */
  readonly answers = new Answers();
  /** Of the right answers inside the window, from their sending. */
  readonly latencies: Milliseconds[] = [];
  readonly #bins: number[];
  readonly #span: Span;
  #computeMs = 0;

  constructor(span: Span) {
    this.#span = span;
    this.#bins = Array.from({ length: Math.max(1, Math.round((span.to - span.from) / BIN_MS)) }, () => 0);
  }

  /** Counts a request that ended at `at`, this long after its sending. */
  end(verification: Verification, at: Milliseconds, latency: Milliseconds): void {
    this.counts[verification.outcome]++;
    this.answers.note(verification, (judged) => {
      this.counts.ok--;
      this.counts[judged.outcome]++;
    });
    if (verification.outcome !== 'ok' || at < this.#span.from || at >= this.#span.to) return;
    this.latencies.push(latency);
    this.#computeMs += verification.computeMs;
    this.answers.countFor(verification.worker);
    const bin = Math.min(this.#bins.length - 1, Math.floor((at - this.#span.from) / BIN_MS));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  result(generator: Pick<LoadResult, 'generatorCpu' | 'generatorPauseMs'>): LoadResult {
    const answers = this.latencies.length;
    const seconds = Math.round(this.#span.to - this.#span.from) / 1000;
    const { answeredTwice, unchecked, ...facts } = this.answers.facts;
    return defined({
      accounting: this.counts,
      answers,
      seconds,
      perSecond: answers / seconds,
      bins: this.#bins,
      computeMs: answers === 0 ? 0 : this.#computeMs / answers,
      ...generator,
      ...facts,
      answeredTwice: answeredTwice || undefined,
      unchecked: unchecked || undefined,
    });
  }
}

import type { WorkerAnswers } from '../model.ts';
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

import type { Milliseconds } from '../../model.ts';
import type { Verification } from '../verifier.ts';
import type { GeneratorReport, OpenLoopRecord } from './record.ts';
import type { OpenRequest } from './requests.ts';

/** The requests of one open loop, and the contents of their answers. */
export class RequestLog {
  readonly requests: OpenRequest[] = [];
  pending = 0;
  readonly #computeTimes: Milliseconds[] = [];
  /** Right answers, by the worker that computed them. */
  readonly #answersByWorker = new Map<string, number>();
  #answeredTwice = 0;
  #unchecked = 0;
  #firstWrong: string | undefined;
  #firstFailure: string | undefined;
  readonly #open: Promise<void>[] = [];

  begin(request: Pick<OpenRequest, 'due' | 'sentAt' | 'part'>): OpenRequest {
    const begun: OpenRequest = { ...request, outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    this.requests.push(begun);
    this.pending++;
    return begun;
  }

  /** Records the end of a request. @returns whether this is its first answer */
  end(request: OpenRequest, endAt: Milliseconds, verification: Verification): boolean {
    if (request.outcome !== 'pending') {
      this.#answeredTwice++;
      return false;
    }
    this.pending--;
    request.endAt = endAt;
    this.#judge(request, verification);
    if (verification.outcome === 'failed') this.#firstFailure ??= verification.why;
    if (verification.outcome === 'ok') {
      // The answer counts as right until the oracle has judged it.
      const { later } = verification;
      if (later) this.#open.push(later.then((judged) => this.#judge(request, judged)));
      this.#computeTimes.push(verification.computeMs);
      this.#answersByWorker.set(
        verification.worker,
        (this.#answersByWorker.get(verification.worker) ?? 0) + 1,
      );
    }
    return true;
  }

  #judge(request: OpenRequest, verification: Verification): void {
    request.outcome = verification.outcome;
    if (verification.outcome === 'wrong') this.#firstWrong ??= verification.why;
    if (verification.outcome === 'ok' && verification.unchecked) this.#unchecked++;
  }

  /** Resolves when the oracle has judged every answer. */
  async judged(): Promise<void> {
    await Promise.all(this.#open);
  }
  /** @param labels of the targets */
  record(labels: readonly string[], generator: GeneratorReport): OpenLoopRecord {
    return {
      requests: this.requests,
      labels,
      computeTimes: this.#computeTimes,
      shares: [...this.#answersByWorker].map(([worker, answers]) => ({ worker, answers })),
      answeredTwice: this.#answeredTwice,
      unchecked: this.#unchecked,
      firstWrong: this.#firstWrong,
      firstFailure: this.#firstFailure,
      generator,
    };
  }
}

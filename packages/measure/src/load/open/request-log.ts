import type { Milliseconds } from '../../model.ts';
import { Answers } from '../answers.ts';
import type { Verification } from '../verifier.ts';
import type { GeneratorReport, OpenLoopRecord } from './record.ts';
import type { OpenRequest } from './requests.ts';

/** The requests of one open loop, and the contents of their answers. */
export class RequestLog {
  readonly answers = new Answers();
  pending = 0;
  readonly #requests: OpenRequest[] = [];
  readonly #computeTimes: Milliseconds[] = [];

  begin(request: Pick<OpenRequest, 'due' | 'sentAt' | 'part'>): OpenRequest {
    const begun: OpenRequest = { ...request, outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    this.#requests.push(begun);
    this.pending++;
    return begun;
  }

  /** Records the end of a request. @returns whether this is its first answer */
  end(request: OpenRequest, endAt: Milliseconds, verification: Verification): boolean {
    if (request.outcome !== 'pending') {
      this.answers.answeredTwice++;
      return false;
    }
    this.pending--;
    request.endAt = endAt;
    request.outcome = verification.outcome;
    this.answers.note(verification, (judged) => {
      request.outcome = judged.outcome;
    });
    if (verification.outcome === 'ok') {
      this.#computeTimes.push(verification.computeMs);
      this.answers.countFor(verification.worker);
    }
    return true;
  }

  record(labels: readonly string[], generator: GeneratorReport): OpenLoopRecord {
    return {
      ...this.answers.facts,
      requests: this.#requests,
      labels,
      computeTimes: this.#computeTimes,
      generator,
    };
  }
}

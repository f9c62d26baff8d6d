import type { Milliseconds } from '../../model.ts';
import type { Verification } from '../verifier.ts';
import type { OpenRequest } from './requests.ts';

/** The requests of one open loop, and the contents of their answers. */
export class RequestLog {
  readonly requests: OpenRequest[] = [];
  readonly computeTimes: Milliseconds[] = [];
  /** Right answers, by the worker that computed them. */
  readonly answersByWorker = new Map<string, number>();
  pending = 0;
  answeredTwice = 0;
  unchecked = 0;
  firstWrong: string | undefined;

  begin(request: Pick<OpenRequest, 'due' | 'sentAt' | 'part'>): OpenRequest {
    const begun: OpenRequest = { ...request, outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    this.requests.push(begun);
    this.pending++;
    return begun;
  }

  /** Records the end of a request. @returns whether this is its first answer */
  end(request: OpenRequest, endAt: Milliseconds, verification: Verification): boolean {
    if (request.outcome !== 'pending') {
      this.answeredTwice++;
      return false;
    }
    this.pending--;
    request.endAt = endAt;
    request.outcome = verification.outcome;
    if (verification.outcome === 'wrong') this.firstWrong ??= verification.why;
    if (verification.outcome === 'ok') {
      if (verification.unchecked) this.unchecked++;
      this.computeTimes.push(verification.computeMs);
      this.answersByWorker.set(verification.worker, (this.answersByWorker.get(verification.worker) ?? 0) + 1);
    }
    return true;
  }
}

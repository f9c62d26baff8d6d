import type { FailureReason } from '../model.ts';

/** A contestant failed; the reason is one of the model's, the log its last lines. */
export class ContestantFailure extends Error {
  override readonly name = 'ContestantFailure';
  readonly reason: FailureReason;
  readonly log: readonly string[];
  constructor(reason: FailureReason, message: string, log: readonly string[] = []) {
    super(message);
    this.reason = reason;
    this.log = log;
  }
}

import type { FailureReason } from '../model.ts';

/** A contestant failed, for one of the model's reasons; the log has its last lines. */
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

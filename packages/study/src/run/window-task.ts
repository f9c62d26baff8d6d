import type { Subject, Trial, Window } from '../model.ts';
import type { ServiceHandle } from './service-handle.ts';

/** A window of one subject that is to be measured. */
export type WindowTask = {
  readonly trial: Trial;
  /** The block that the window belongs to: several blocks of a round may have the same id. */
  readonly block: string;
  readonly subject: Subject;
  readonly window: Window;
  readonly handle: ServiceHandle;
  /** The marks of the other services that are up. */
  readonly idleMarks: readonly string[];
};

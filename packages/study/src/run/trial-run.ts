import type { Block, Seconds, Trial } from '../model.ts';
import type { RunContext } from './context.ts';
import type { SideBySide } from './side-by-side.ts';

/** Events that the progress display shows. */
export type TrialEvents = {
  onWindow(trial: Trial, block: Block, subject: string): void;
  /**
   * Nothing is being measured: between two blocks of a trial, or after it. The next block begins when it is over.
   *
   * @returns how long it took
   */
  onPause?(trial: Trial, isOver: boolean): Promise<Seconds>;
};

/** A trial while it is measured. */
export type TrialRun = {
  readonly trial: Trial;
  readonly services: SideBySide;
  readonly context: RunContext;
  readonly events: TrialEvents;
};

import type { Trial, Window } from '../model.ts';

/** A window that a scenario has in the sitting of each round; where several have the same one, it is measured once. */
export type SittingWindow = {
  readonly window: Omit<Window, 'questions'>;
  /** How often in a round; absent: once. */
  readonly blocks?: number;
  /** Only these; absent: all, and the baseline's twin. */
  readonly contestants?: readonly string[];
  /** These as well. */
  readonly beside?: readonly string[];
  /** The largest number of rounds; absent: all. */
  readonly rounds?: number;
  /** Measured only where another scenario has this window, too. */
  readonly onlyIfShared?: true;
};

/** A start beside the sitting: of one contestant with a fault or other workers, or of several under other conditions. */
export type OwnStart = {
  /** Tells the starts of one contestant and scenario apart. */
  readonly name: string;
  readonly contestant: string | readonly string[];
  readonly changes?: NonNullable<Trial['changes']>;
  /** The largest number of rounds: what is the same in every round needs no more. */
  readonly rounds?: number;
  readonly windows: readonly Omit<Window, 'questions'>[];
};

/** The windows and starts of a scenario in every round. */
export type ScenarioPlan = {
  readonly sitting?: readonly SittingWindow[];
  readonly starts?: readonly OwnStart[];
};

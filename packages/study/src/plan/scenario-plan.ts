import type { Config } from '../config/config.ts';
import type { Askable } from '../config/profiles.ts';
import type { Omission, Trial, Window } from '../model.ts';

/**
 * A window that a scenario has in the sitting of each round. If several scenarios have the same window, it is measured
 * once.
 */
export type SittingWindow = {
  readonly window: Omit<Window, 'questions'>;
  /** The number of blocks in a round; absent: one. */
  readonly blocks?: number;
  /** The only contestants that have this window; absent: all, and the baseline's twin. */
  readonly contestants?: readonly string[];
  /** Variants that have this window as well. */
  readonly variants?: readonly string[];
  /** The largest number of rounds; absent: all. */
  readonly rounds?: number;
  /** True if the window is measured only when another scenario has it, too. */
  readonly onlyIfShared?: true;
};

/**
 * A start apart from the sitting: of one contestant with a fault or other workers, or of several under other
 * conditions.
 */
export type OwnStart = {
  /** A name that distinguishes the starts of one contestant and scenario. */
  readonly name: string;
  readonly contestant: string | readonly string[];
  readonly changes?: NonNullable<Trial['changes']>;
  /** The largest number of rounds: a finding that is the same in every round needs few. */
  readonly rounds?: number;
  readonly windows: readonly Omit<Window, 'questions'>[];
};

/** The windows and starts of a scenario in every round. */
export type ScenarioPlan = {
  readonly sitting?: readonly SittingWindow[];
  readonly starts?: readonly OwnStart[];
};

/** The part of a question that the plan stage calls. Members are methods, as those of `Scenario` are. */
export interface PlanSource extends Pick<Askable, 'id' | 'once' | 'ofRequests'> {
  /** Returns the windows and starts of every round; the plan stage interleaves them. */
  plan(config: Config): ScenarioPlan;
  /** Returns its omissions with this configuration, with their reasons. */
  leftOut?(config: Config): readonly Omission[];
}

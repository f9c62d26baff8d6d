import type { Trial, Window } from '../model.ts';

/** A window that the contestants go through in the sitting of each round; wishes for one window are joined. */
export type Wish = {
  readonly window: Omit<Window, 'questions'>;
  /** How often in a round; 1 unless told. */
  readonly blocks?: number;
  /** Only these; absent: all, and the baseline's twin. */
  readonly contestants?: readonly string[];
  /** These as well. */
  readonly beside?: readonly string[];
  /** Measured only where another scenario wishes for this window, too. */
  readonly onlyIfShared?: true;
};

/** A start beside the sitting: of one that is to be hurt or wants other workers, or of several on other terms. */
export type OwnStart = {
  /** Tells the starts of one contestant and scenario apart. */
  readonly name: string;
  readonly contestant: string | readonly string[];
  readonly changes?: NonNullable<Trial['changes']>;
  /** In so many rounds at the most: of what is the same in each of them, more say nothing new. */
  readonly rounds?: number;
  readonly windows: readonly Omit<Window, 'questions'>[];
};

/** What a scenario wants measured in every round. */
export type Wishes = { readonly sitting?: readonly Wish[]; readonly starts?: readonly OwnStart[] };

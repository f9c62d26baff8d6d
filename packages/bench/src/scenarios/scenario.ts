import type { Asked } from '../analyse/observations.ts';
import type { Flip, Need } from '../decide/need.ts';
import type { Config } from '../measure/config/config.ts';
import type { ProfileName } from '../measure/config/profiles.ts';
import type { Wishes } from '../measure/plan/wishes.ts';
import type { Analysis, LeftOut, ScenarioAnalysis } from '../model.ts';

/** A picture of a scenario's answer. `file` is its name below the charts' folder. */
export type Chart = { readonly file: string; readonly alt: string; readonly svg: string };

/** What a section is written with beside its own analysis. */
export type Page = {
  readonly analysis: Analysis;
  /** The image of one of the scenario's charts, by file name. */
  readonly chart: (file: string) => string;
};

/** A question's part of the page. */
export type Section = {
  /** What it found, a sentence each, without their points. */
  readonly says: readonly string[];
  /** The charts that show it, as images. */
  readonly charts: readonly string[];
  /** How it was measured, the tables and further charts: folded. */
  readonly details: readonly string[];
};

/**
 * One question, with its faces; `A` is what it finds, and what it is given back. The stages call these and know
 * no scenario by name: adding a question is adding a folder and one line in `scenarios.ts`.
 *
 * The methods are methods so that a scenario of its own `A` stands in a list of all of them.
 */
export interface Scenario<A extends ScenarioAnalysis> {
  readonly id: string;
  /** In the reader's words; the title of its section. */
  readonly question: string;
  /** The profiles that ask it where no flag names any. */
  readonly profiles: readonly ProfileName[];
  /** What is to be measured in every round; the plan stage interleaves. */
  plan(config: Config): Wishes;
  /** What it does not measure with this configuration, and why. */
  leftOut?(config: Config): readonly LeftOut[];
  /** From its own observations alone. */
  analyse(asked: Asked): A;
  section(found: A, page: Page): Section;
  charts(found: A, analysis: Analysis): Promise<readonly Chart[]>;
  /** What it can tell of what somebody may need: rows of the first screen. */
  readonly needs?: readonly Need<A>[];
  /** What of it would change the answer; asked too where it was not measured. */
  flips?(found: A | undefined, analysis: Analysis): readonly Flip[];
}

/** Any of them, where what it finds is handed through. */
export type AnyScenario = Scenario<ScenarioAnalysis>;

import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import type { Scenario } from '@cpu-bound/study/scenario';

/** A picture of a scenario's answer. `file` is its name below the charts' folder. */
export type Chart = { readonly file: string; readonly alt: string; readonly svg: string };

/** The page around a section, for which it is written. */
export type Page = {
  readonly analysis: Analysis;
  /** The image of one of the scenario's charts, by file name. */
  readonly chart: (file: string) => string;
};

/** A question's part of the page. */
export type Section = {
  /** The findings, a sentence each, without full stops. */
  readonly says: readonly string[];
  /** Why strategies behave so, in Markdown: the mechanism, with the documentation that explains it. */
  readonly why: string;
  /** The charts that show it, as images. */
  readonly charts: readonly string[];
  /** How it was measured, the tables and further charts: folded. */
  readonly details: readonly string[];
};

/** A question: a scenario, with its section and its charts by what it found. */
export interface Question<A extends ScenarioAnalysis> extends Scenario<A> {
  section(found: A, page: Page): Section;
  charts(found: A, analysis: Analysis): Promise<readonly Chart[]>;
}

/** Any of them, where what it found is handed through. */
export type AnyQuestion = Question<ScenarioAnalysis>;

import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import type { StudyQuestion } from '@cpu-bound/study/question';
import type { Texts } from './tables/markdown.ts';

/** A picture of a question's answer. `file` is its name below the charts' folder. */
export type Chart = { readonly file: string; readonly alt: string; readonly svg: string };

/** The page around a section. */
export type Page = {
  readonly analysis: Analysis;
  /** Returns the image of one of the question's charts, by file name. */
  readonly chart: (file: string) => string;
};

/** A question's part of the page. */
export type Section = {
  /** Findings that only words can say, as sentences without full stops: a need’s figures have a sentence of the page. */
  readonly says: Texts;
  /** The mechanism behind the strategies' behaviour, in Markdown, with the documentation that explains it. */
  readonly why: string;
  /** The charts of the findings, as images; the first one is shown, and the others are folded. */
  readonly charts: readonly string[];
  /** The tables and further charts, which are folded. */
  readonly details: Texts;
};

/** A question as the page calls it: what is measured, with the section and the charts of its findings. */
export interface Question<A extends ScenarioAnalysis> extends StudyQuestion<A> {
  section(found: A, page: Page): Section;
  charts(found: A, analysis: Analysis): Promise<readonly Chart[]>;
}

/** Any question, when its findings are only passed on. */
export type AnyQuestion = Question<ScenarioAnalysis>;

/** Calls `use` with each question that has findings. */
export const eachMeasured = <T>(
  questions: readonly AnyQuestion[],
  { scenarios }: Pick<Analysis, 'scenarios'>,
  use: (question: AnyQuestion, found: ScenarioAnalysis) => T,
): T[] =>
  questions.flatMap((question) => {
    const found = scenarios[question.id];
    return found ? [use(question, found)] : [];
  });

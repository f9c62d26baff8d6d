import type { QuestionInput } from './analyse/observations.ts';
import type { Askable } from './config/profiles.ts';
import type { NeedSource } from './decide/need.ts';
import type { ScenarioAnalysis, Undecided } from './model/analysis.ts';
import type { PlanSource } from './plan/windows.ts';

/**
 * The part of a question that the stages call: its measurements, its findings, and the needs that these answer. `A` is
 * the type of its findings, which are passed back to it. The stages know no question by name.
 * Members are methods so that a question with its own `A` fits into a list of all questions.
 */
export interface StudyQuestion<A extends ScenarioAnalysis> extends Askable, PlanSource, NeedSource<A> {
  /** The question in the reader's words: the title of its section. */
  readonly question: string;
  /** Analyses its own observations alone. */
  analyse(input: QuestionInput): A;
  /** Makes its findings in a stored analysis of an older version anew from their windows; absent: they are the same. */
  renewed?(found: A, analysis: Pick<Undecided, 'contestants'>): A;
}

/** The version of the findings in `analysis.json` that this bench writes. */
const VERSION = 9;

/**
 * Returns a stored analysis as this version writes it: questions make findings of an older bench anew from the windows
 * that were stored with them.
 */
export function renewed(
  stored: Omit<Undecided, 'schemaVersion'> & { readonly schemaVersion: number },
  questions: readonly Pick<StudyQuestion<ScenarioAnalysis>, 'id' | 'renewed'>[],
): Undecided {
  if (stored.schemaVersion === VERSION) return { ...stored, schemaVersion: VERSION };
  const found = Object.entries(stored.scenarios).map(([id, own]) => {
    const question = questions.find((each) => each.id === id);
    return [id, question?.renewed?.(own, stored) ?? own] as const;
  });
  return { ...stored, schemaVersion: VERSION, scenarios: Object.fromEntries(found) };
}

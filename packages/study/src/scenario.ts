import type { ScenarioInput } from './analyse/observations.ts';
import type { Askable } from './config/profiles.ts';
import type { NeedSource } from './decide/need.ts';
import type { ScenarioAnalysis, Undecided } from './model.ts';
import type { PlanSource } from './plan/scenario-plan.ts';

/**
 * The part of a question that the stages call: its measurements, its findings, and the needs that these answer. `A` is
 * the type of its findings, which are passed back to it. The stages know no question by name.
 * Members are methods so that a scenario with its own `A` fits into a list of all scenarios.
 */
export interface Scenario<A extends ScenarioAnalysis> extends Askable, PlanSource, NeedSource<A> {
  /** The question in the reader's words: the title of its section. */
  readonly question: string;
  /** Analyses its own observations alone. */
  analyse(input: ScenarioInput): A;
  /** Makes its findings in a stored analysis of an older version anew from their windows; absent: they are the same. */
  renewed?(found: A, analysis: Pick<Undecided, 'contestants'>): A;
}

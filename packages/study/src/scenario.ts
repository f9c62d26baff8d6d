import type { ScenarioInput } from './analyse/observations.ts';
import type { Config } from './config/config.ts';
import type { ProfileName } from './config/profiles.ts';
import type { NeedSource } from './decide/need.ts';
import type { Omission, ScenarioAnalysis, Seconds } from './model.ts';
import type { ScenarioPlan } from './plan/scenario-plan.ts';

/**
 * The part of a question that the stages call: its measurements, its findings, and the needs that these answer. `A` is
 * the type of its findings, which are passed back to it. The stages know no question by name.
 * Members are methods so that a scenario with its own `A` fits into a list of all scenarios.
 */
export interface Scenario<A extends ScenarioAnalysis> extends NeedSource<A> {
  /** The question in the reader's words: the title of its section. */
  readonly question: string;
  /** The profiles that ask it if no flag names any. */
  readonly profiles: readonly ProfileName[];
  /** The profiles that ask it in the first round alone, for a figure without a verdict. */
  readonly once?: readonly ProfileName[];
  /** The time that it may take if it is asked by name; absent: the usual time. */
  readonly byNameSeconds?: Seconds;
  /** Returns the windows and starts of every round; the plan stage interleaves them. */
  plan(config: Config): ScenarioPlan;
  /** Returns its omissions with this configuration, with their reasons. */
  leftOut?(config: Config): readonly Omission[];
  /** Analyses its own observations alone. */
  analyse(input: ScenarioInput): A;
}

/** Any scenario, when its findings are only passed on. */
export type AnyScenario = Scenario<ScenarioAnalysis>;

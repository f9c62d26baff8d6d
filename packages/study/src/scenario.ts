import type { ScenarioInput } from './analyse/observations.ts';
import type { Config } from './config/config.ts';
import type { ProfileName } from './config/profiles.ts';
import type { NeedSource } from './decide/need.ts';
import type { Omission, ScenarioAnalysis, Seconds } from './model.ts';
import type { ScenarioPlan } from './plan/scenario-plan.ts';

/**
 * As much of a question as the stages call: what it measures, what it finds and which needs that answers. `A` is what it
 * finds, and what it is given back. The stages know no question by name.
 *
 * The methods are methods so that a scenario of its own `A` stands in a list of all of them.
 */
export interface Scenario<A extends ScenarioAnalysis> extends NeedSource<A> {
  /** In the reader's words; the title of its section. */
  readonly question: string;
  /** The profiles that ask it where no flag names any. */
  readonly profiles: readonly ProfileName[];
  /** The profiles that ask it in the first round alone, for a figure without a verdict. */
  readonly once?: readonly ProfileName[];
  /** The time that it may take where it is asked for by name, if it differs from most questions'. */
  readonly byNameSeconds?: Seconds;
  /** The windows and starts of every round; the plan stage interleaves them. */
  plan(config: Config): ScenarioPlan;
  /** Its omissions with this configuration, with their reasons. */
  leftOut?(config: Config): readonly Omission[];
  /** From its own observations alone. */
  analyse(input: ScenarioInput): A;
}

/** Any of them, where what it finds is handed through. */
export type AnyScenario = Scenario<ScenarioAnalysis>;

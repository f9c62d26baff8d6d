import type { Run, ScenarioAnalysis, Undecided } from '../model.ts';
import { inputFor, observationsOf, type ScenarioInput } from './observations.ts';
import { partsOf } from './parts.ts';
import { validityOf } from './validity.ts';

/** What this stage calls of a scenario. */
type AnalysisSource = { readonly id: string; analyse(input: ScenarioInput): ScenarioAnalysis };

/** Results → what was found: a pure function of the run's files. Each scenario is handed its own observations. */
export function analyse(run: Run, scenarios: readonly AnalysisSource[]): Undecided {
  const { manifest } = run;
  const { id, seed, profile, startedAt, command, baseline, against, workload, workers, sideBySide } =
    manifest;
  const { environment, contestants, variants, leftOut, promisedS } = manifest;
  const all = observationsOf(run);
  const chosen = scenarios.filter((scenario) => manifest.scenarios.includes(scenario.id));
  return {
    schemaVersion: 5,
    run: {
      id,
      seed,
      profile,
      startedAt,
      command,
      baseline,
      ...(against && { against }),
      workload,
      workers,
      sideBySide,
      sources: manifest.sources,
      durationS: run.durationS,
      ...(promisedS !== undefined && { promisedS }),
      trials: run.results.filter(({ end }) => end).length,
      interrupted: run.interrupted,
      parts: partsOf(run, all),
    },
    environment,
    contestants,
    ...(variants && { variants }),
    ...(leftOut && { leftOut }),
    scenarios: Object.fromEntries(
      chosen.map((scenario) => [scenario.id, scenario.analyse(inputFor(scenario.id, run, all))]),
    ),
    validity: validityOf(run, all),
  };
}

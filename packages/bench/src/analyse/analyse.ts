import type { Analysis, Run } from '../model.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { validityOf } from './validity.ts';

/** Results → analysis: a pure function of the run's files. */
export function analyse(run: Run, scenarios: readonly Scenario[]): Analysis {
  const { id, seed, profile, startedAt, command, baseline, workload, workers, environment, contestants } =
    run.manifest;
  const { variants, leftOut } = run.manifest;
  const chosen = scenarios.filter((scenario) => run.manifest.scenarios.includes(scenario.id));
  return {
    schemaVersion: 1,
    run: {
      id,
      seed,
      profile,
      startedAt,
      command,
      baseline,
      workload,
      workers,
      durationS: run.durationS,
      trials: run.results.length,
      interrupted: run.interrupted,
    },
    environment,
    contestants,
    ...(variants && { variants }),
    ...(leftOut && { leftOut }),
    scenarios: Object.fromEntries(chosen.map((scenario) => [scenario.id, scenario.analyse(run)])),
    validity: validityOf(run),
  };
}

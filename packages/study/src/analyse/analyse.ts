import { defined } from '@cpu-bound/workload/defined';
import type { Run, ScenarioAnalysis, StudyPart, Trial, TrialResult, Undecided } from '../model.ts';
import { afterToBefore } from './checkouts.ts';
import { type Observation, observationsOf, type ScenarioInput } from './observations.ts';
import { inputFor } from './scenario-input.ts';
import { unansweredMetrics } from './unanswered.ts';
import { validityOf } from './validity.ts';

/** The part of a scenario that this stage calls. */
type AnalysisSource = { readonly id: string; analyse(input: ScenarioInput): ScenarioAnalysis };

/**
 * Turns the results of a run into findings: a pure function of the run's files. Each scenario gets its own
 * observations.
 */
export function analyse(run: Run, scenarios: readonly AnalysisSource[]): Undecided {
  const { manifest } = run;
  const { id, folder, seed, profile, startedAt, command, baseline, against } = manifest;
  const { workload, workers, sideBySide, sources, named, promisedS } = manifest;
  const { environment, contestants, variants, leftOut } = manifest;
  const { durationS, shownS, interrupted } = run;
  const all = observationsOf(run);
  const chosen = scenarios.filter((scenario) => manifest.scenarios.includes(scenario.id));
  const found = (figures?: number): Undecided['scenarios'] =>
    Object.fromEntries(
      chosen.map((scenario) => {
        const input = inputFor(scenario.id, run, all, figures);
        const analysis = scenario.analyse(input);
        return [scenario.id, { ...analysis, metrics: [...analysis.metrics, ...unansweredMetrics(input)] }];
      }),
    );
  const trials = run.results.filter(({ end }) => end).length;
  const ofRun = { seed, profile, startedAt, command, baseline, against, workload, workers, sideBySide };
  return defined({
    schemaVersion: 9 as const,
    run: defined({
      id,
      folder,
      ...ofRun,
      sources,
      named: named?.length ? named : undefined,
      durationS,
      promisedS,
      shownS,
      trials,
      interrupted,
      parts: partsOf(run, all),
    }),
    environment,
    contestants,
    variants,
    leftOut,
    scenarios: against ? atOnce(found, contestants) : found(),
    validity: validityOf(run, all),
  });
}

/**
 * Analyses two checkouts again, so that the intervals of all figures hold at once. Then one in twenty runs without a
 * change may fail a pull request, instead of one in twenty figures. The number of figures is known only after they were
 * compared.
 */
function atOnce(
  found: (figures: number) => Undecided['scenarios'],
  contestants: Undecided['contestants'],
): Undecided['scenarios'] {
  const compared = Object.values(found(1)).flatMap(({ comparisons }) => comparisons);
  return found(Math.max(1, afterToBefore(compared, contestants).length));
}

/**
 * Lists the runs that a study consists of, with the number of rounds in which each run measured each question.
 *
 * @param all observations of the run that was joined from them
 */
export function partsOf(run: Run, all: readonly Observation[]): StudyPart[] {
  return (run.parts ?? [run]).map(({ manifest, results }) => {
    const { id, startedAt, command, scenarios, profile, flags } = manifest;
    const trials = new Set(manifest.plan.map((trial) => trial.id));
    const own = all.filter(({ trial }) => trials.has(trial));
    const roundsWith = (question: string) =>
      new Set(own.flatMap(({ window, round }) => (window.questions.includes(question) ? [round] : []))).size;
    const spoilt = new Set(results.flatMap((result) => spoiltIn(result, manifest.plan)));
    const inVain = scenarios.filter((question) => spoilt.has(question) && roundsWith(question) === 0);
    return {
      id,
      startedAt,
      command,
      inFull: manifest.inFull ?? (flags.scenarios !== undefined || profile === 'thorough'),
      questions: Object.fromEntries(scenarios.map((question) => [question, roundsWith(question)])),
      ...(inVain.length > 0 && { inVain }),
    };
  });
}

/** Lists the questions of the windows that were void. */
const spoiltIn = ({ trial: id, blocks }: TrialResult, plan: readonly Trial[]): readonly string[] => {
  const planned = plan.find((trial) => trial.id === id)?.blocks ?? [];
  const spoilt = blocks.filter(({ voids }) => voids.length > 0).map(({ block }) => block);
  return planned.flatMap(({ id: block, window }) => (spoilt.includes(block) ? window.questions : []));
};

import type { Run, StudyPart, Trial, TrialResult } from '../model.ts';
import type { Observation } from './observations.ts';

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
    const roundsOf = (question: string) =>
      new Set(own.flatMap(({ window, round }) => (window.questions.includes(question) ? [round] : []))).size;
    const spoilt = new Set(results.flatMap((result) => spoiltIn(result, manifest.plan)));
    const inVain = scenarios.filter((question) => spoilt.has(question) && roundsOf(question) === 0);
    return {
      id,
      startedAt,
      command,
      inFull: manifest.inFull ?? (flags.scenarios !== undefined || profile === 'thorough'),
      questions: Object.fromEntries(scenarios.map((question) => [question, roundsOf(question)])),
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

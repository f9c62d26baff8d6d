import type { Run, StudyPart } from '../model.ts';
import type { Observation } from './observations.ts';

/**
 * Lists the runs that a study consists of, with the number of rounds in which each run measured each question.
 *
 * @param all observations of the run that was joined from them
 */
export function partsOf(run: Run, all: readonly Observation[]): StudyPart[] {
  return (run.parts ?? [run]).map(({ manifest }) => {
    const { id, startedAt, command, scenarios, profile, flags } = manifest;
    const trials = new Set(manifest.plan.map((trial) => trial.id));
    const own = all.filter(({ trial }) => trials.has(trial));
    const roundsOf = (question: string) =>
      new Set(own.flatMap(({ window, round }) => (window.questions.includes(question) ? [round] : []))).size;
    return {
      id,
      startedAt,
      command,
      inFull: manifest.inFull ?? (flags.scenarios !== undefined || profile === 'thorough'),
      questions: Object.fromEntries(scenarios.map((question) => [question, roundsOf(question)])),
    };
  });
}

import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { terms } from './first-screen/terms.ts';
import { facts, warning } from './first-screen/trust.ts';
import { type AnyQuestion, eachMeasured } from './question.ts';
import { joined, list, present } from './tables/sentences.ts';

/** Returns true for a run of questions without needs, as a soak is: its findings are the answer. */
export function hasFindingsAlone(analysis: Analysis, questions: readonly AnyQuestion[]): boolean {
  const measured = eachMeasured(questions, analysis, ({ needs }, { metrics }) => ({ needs, metrics }));
  return (
    measured.some(({ metrics }) => metrics.length > 0) && measured.every(({ needs }) => needs === undefined)
  );
}

/** Returns the findings of a run, a sentence each, without full stops. */
export const findingsAlone = (analysis: Analysis, questions: readonly AnyQuestion[]): string[] =>
  eachMeasured(questions, analysis, (question, found) =>
    present(question.section(found, { analysis, chart: () => '' }).says),
  ).flat();

/** Writes the first screen of a run that has findings alone. */
export function findingsScreen(analysis: Analysis, questions: readonly AnyQuestion[]): string {
  const cores = wording.cores(analysis.environment);
  const what =
    analysis.run.profile === 'soak' ? 'What is rare, and what changes, with' : 'What was found with';
  return joined([
    `# ${what} \`${analysis.run.workload.name}\` on ${cores}?`,
    warning(warningsOf(analysis)),
    list(findingsAlone(analysis, questions)),
    facts(analysis),
    terms(analysis),
  ]);
}

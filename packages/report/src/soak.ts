import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { terms } from './first-screen/terms.ts';
import { facts, warning } from './first-screen/trust.ts';
import { type AnyQuestion, eachMeasured } from './question.ts';
import { joined, list, sentences } from './tables/sentences.ts';

/** Returns true for a soak. It asks one question and compares no needs, so its findings are the answer. */
export const isSoak = ({ run }: Analysis): boolean => run.profile === 'soak';

/** Returns the findings of a soak, a sentence each, without full stops. */
export const soakFindings = (analysis: Analysis, questions: readonly AnyQuestion[]): string[] =>
  eachMeasured(questions, analysis, (question, found) =>
    sentences(question.section(found, { analysis, chart: () => '' }).says),
  ).flat();

export function soakScreen(analysis: Analysis, questions: readonly AnyQuestion[]): string {
  const cores = wording.cores(analysis.environment);
  return joined([
    `# What is rare, and what changes, with \`${analysis.run.workload.name}\` on ${cores}?`,
    warning(warningsOf(analysis)),
    list(soakFindings(analysis, questions)),
    facts(analysis),
    terms(analysis),
  ]);
}

import type { Undecided } from '../model.ts';

/** Contestants that answered wrongly, each once: their figures are not compared, because they did not do the work. */
export const wrongAnswers = ({ validity }: Pick<Undecided, 'validity'>): string[] => [
  ...new Set(
    validity.failed.filter(({ reason }) => reason === 'wrong-answer').map(({ contestant }) => contestant),
  ),
];

/** Checks of how noisy the machine was: the intervals and the run's resolution say that already. */
const NOISE: readonly string[] = ['steal', 'steady'];

/**
 * What a reader has to know before the figures, in sentences without their points; empty where nothing is wrong.
 * Warnings do not change what was found: a verdict follows from its interval, and a reader weighs the warning. Only
 * a contestant that answered wrongly is left out of the decision.
 */
export function warningsOf(analysis: Undecided): string[] {
  const { run, validity, contestants, variants = [] } = analysis;
  const { sentinels, failed, gates } = validity;
  const judged = [...contestants, ...variants].map(({ id }) => id);
  const wrong = wrongAnswers(analysis).filter((id) => judged.includes(id));
  const broken = new Set(failed.map(({ contestant }) => contestant)).difference(new Set(wrong));
  const names = judged.filter((id) => broken.has(id));
  return [
    ...(run.interrupted ? ['the run was interrupted before its end'] : []),
    ...gates.filter(({ id, ok }) => !ok && !NOISE.includes(id)).map(({ detail }) => detail),
    ...(wrong.length > 0 ? [`${wrong.join(' and ')} gave a wrong answer and is not compared`] : []),
    ...(names.length > 0 ? [`${names.join(' and ')} failed (see “What went wrong”)`] : []),
    ...sentinels
      .filter(({ differs }) => differs)
      .map(
        ({ metric, ratio }) =>
          `twins of one program differ in ${metric} by ${ratio.estimate.toFixed(2)}× [${ratio.low.toFixed(2)}, ${ratio.high.toFixed(2)}]: differences of that size mean nothing here`,
      ),
  ];
}

/** What the function itself does to the figures, and what to do, a sentence each. */
export const aboutFunction = ({ validity }: Pick<Undecided, 'validity'>): string[] =>
  validity.warnings
    .filter(({ about }) => about === 'function')
    .map(({ message, remedy }) => `${message}; to do: ${remedy}`);

import { inPercent } from '../format.ts';
import type { Undecided } from '../model/analysis.ts';
import type { Manifest } from '../model/run.ts';
import { questionedIn, wasHarmed, wrongAnswers } from './contestants.ts';

/**
 * Describes what a run leaves out and the user could have measured, each remedy once: before the measurement, and above
 * the answer.
 */
export const avoidableOmissions = (leftOut: Manifest['leftOut'] = []): string[] =>
  [
    ...Map.groupBy(
      leftOut.filter(({ remedy }) => remedy !== undefined),
      ({ reason, remedy }) => `${reason}; to do: ${remedy}`,
    ),
  ].map(([why, each]) => {
    const what = [
      ...new Set(
        each.map((omission) => `${omission.what ?? omission.scenario} (${omission.contestant ?? 'all'})`),
      ),
    ];
    return `not measured: ${what.join(', ')}: ${why}`;
  });

/** Checks of the machine's noise: the intervals and the run's resolution already reflect it. */
const NOISE: readonly string[] = ['steal', 'steady'];

/** A warning by its kind, as a sentence without its full stop. */
export type Warning = { readonly id: string; readonly message: string };

/**
 * Returns the warnings that precede the figures; empty if nothing is wrong. Warnings do not change verdicts: a verdict
 * follows from its interval, and a reader weighs the warning. Only a contestant with wrong answers, or with figures in
 * doubt, is not compared.
 */
export const namedWarnings = (analysis: Undecided): Warning[] => [
  ...faultsOf(analysis),
  ...analysis.validity.warnings
    .filter(({ id }) => id === 'machine')
    .map(({ id, message }) => ({ id, message })),
  ...avoidableOmissions(analysis.leftOut).map((message) => ({ id: 'left out', message })),
  ...questions(analysis),
  ...busyMachine(analysis),
];

export const warningsOf = (analysis: Undecided): string[] =>
  namedWarnings(analysis).map(({ message }) => message);

/**
 * Returns the warnings that leave a run without any answer: an interrupted run, contestants that failed, twins that
 * differ.
 */
export function faultsOf(analysis: Undecided): Warning[] {
  const { run, validity, contestants, variants = [] } = analysis;
  const { sentinels, failed, gates } = validity;
  const compared = [...contestants, ...variants].map(({ id }) => id);
  const wrong = wrongAnswers(analysis).filter((id) => compared.includes(id));
  const harmed = compared.filter((id) => wasHarmed(analysis, id));
  const broken = failed.map(({ contestant }) => contestant);
  const names = compared.filter((id) => broken.includes(id) && !wrong.includes(id) && !harmed.includes(id));
  return [
    ...(run.interrupted ? [{ id: 'interrupted', message: 'the run was interrupted before its end' }] : []),
    ...gates
      .filter(({ id, ok }) => !ok && !NOISE.includes(id))
      .map(({ id, detail }) => ({ id, message: detail })),
    ...(wrong.length > 0
      ? [{ id: 'wrong-answer', message: `${wrong.join(' and ')} gave a wrong answer and is not compared` }]
      : []),
    ...(names.length > 0
      ? [{ id: 'failed', message: `${names.join(' and ')} failed (see “What went wrong”)` }]
      : []),
    ...(harmed.length > 0
      ? [
          {
            id: 'harmed',
            message: `${harmed.join(' and ')} ${harmed.length > 1 ? 'were' : 'was'} disturbed, and not by the bench (see “What went wrong”)`,
          },
        ]
      : []),
    ...sentinels
      .filter(({ differs }) => differs)
      .map(({ metric, ratio }) => ({
        id: 'twins',
        message: `twins of one program differ in ${metric} by ${ratio.estimate.toFixed(2)}× [${ratio.low.toFixed(2)}, ${ratio.high.toFixed(2)}]: differences of that size mean nothing here`,
      })),
  ];
}

/** Returns the effects of the function itself on the figures, each with a remedy. */
export const aboutFunction = ({ validity }: Pick<Undecided, 'validity'>): string[] =>
  validity.warnings
    .filter(({ about }) => about === 'function')
    .map(({ message, remedy }) => `${message}; to do: ${remedy}`);

/** Describes each contestant in doubt, with both numbers and the likely reason. The report lists its further doubts. */
const questions = (analysis: Undecided): Warning[] =>
  [...Map.groupBy(analysis.validity.doubts, ({ contestant }) => contestant)].map(([contestant, doubts]) => ({
    id: 'questioned',
    message: `${contestant} is ${questionedIn(analysis).includes(contestant) ? 'questioned, and not recommended' : 'in doubt'}${doubts.length > 1 ? `, for ${doubts.length} reasons; the first` : ''}: ${doubts[0]?.message}`,
  }));

/** The id of the warning about other programs. */
export const OTHER_PROGRAMS = 'other programs';
/** Other programs are named if they take this share of the CPU time in a typical round. */
const BUSY = 0.05;
/** Other programs are also named if they take this share in any round. */
const BUSY_ONCE = 0.2;

/** Reports the CPU time that other programs took, and its consequence; nothing on a quiet machine. */
function busyMachine({ validity }: Undecided): Warning[] {
  const { foreign } = validity.machine ?? {};
  if (!foreign || (foreign.typical < BUSY && foreign.worst < BUSY_ONCE)) return [];
  const [first, worst, last] = [foreign.first, foreign.worst, foreign.last].map(inPercent);
  const inRounds =
    first === worst && first === last
      ? ''
      : ` in its first round, ${worst} in the worst and ${last} in the last`;
  const message = `programs other than this study used ${first} of the CPU time${inRounds}: throughputs are lower bounds and latencies upper bounds of a quiet machine. Ratios hold for a machine as busy as this one`;
  return [{ id: OTHER_PROGRAMS, message }];
}

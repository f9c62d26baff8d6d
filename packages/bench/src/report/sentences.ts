import { turned } from '../analyse/pairs.ts';
import type { Analysis, Comparison } from '../model.ts';
import * as format from './format.ts';
import { titleIn } from './metric-table.ts';

/** How a difference is put into words: `answers 1.9 times as many requests as`. */
export type Wording = (ratio: string) => string;

/** The end of the interval that is nearest to no difference: so much at least. */
const atLeast = ({ ratio }: Comparison): string =>
  ratio.estimate > 1 ? `at least ${format.times(ratio.low)}` : `at most ${format.times(ratio.high)}`;

const range = ({ ratio }: Comparison) => `${format.times(ratio.low)} to ${format.times(ratio.high)}`;

/** What a family of comparisons may claim, in sentences that are no stronger than their intervals. */
export function claims(
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  comparisons: readonly Comparison[],
  wording: Wording,
): string[] {
  const title = titleIn(analysis);
  const sounds = comparisons.filter(({ ratio }) => !ratio.indicative);
  // Told from the better one's side: “threads … than single”, not the reverse.
  const differing = sounds
    .filter(({ verdict }) => verdict === 'faster' || verdict === 'slower')
    .map((one) => (one.verdict === 'slower' ? turned(one) : one));
  const pairs = (verdict: Comparison['verdict'], more: (one: Comparison) => string) =>
    sounds
      .filter((one) => one.verdict === verdict)
      .map((one) => `${title(one.contestant)} and ${title(one.against)} (${range(one)}${more(one)})`);
  const equivalent = pairs('equivalent', () => '');
  const open = pairs('too-close', ({ mde, roundsNeeded }) =>
    [
      mde && mde <= 2 ? `; a factor of ${mde.toFixed(2)} would have shown` : '',
      roundsNeeded ? `; about ${roundsNeeded} rounds would tell` : '',
    ].join(''),
  );
  const few = comparisons.length - sounds.length;
  return [
    ...differing.map(
      (one) =>
        `${title(one.contestant)} ${wording(format.times(one.ratio.estimate))} ${title(one.against)} (${atLeast(one)})`,
    ),
    ...(equivalent.length > 0 ? [`within the margin of each other: ${equivalent.join(', ')}`] : []),
    ...(open.length > 0 ? [`too close to call: ${open.join(', ')}`] : []),
    ...(few > 0 ? [`too few rounds for a verdict on ${format.count(few, 'pair')}`] : []),
  ];
}

/** `**What it means.**` and its lines. */
export const meaning = (lines: readonly string[]): string =>
  lines.length === 0
    ? '**What it means.** There are too few samples to say anything.'
    : ['**What it means.**', ...lines.map((line) => `- ${line}`)].join('\n');

/** One line for each group: its name, and what its comparisons may claim. */
export const claimLines = (
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  groups: readonly { readonly name: string; readonly comparisons: readonly Comparison[] }[],
  wording: Wording,
): string[] =>
  groups
    .filter(({ comparisons }) => comparisons.length > 0)
    .map(({ name, comparisons }) => `${name}: ${claims(analysis, comparisons, wording).join('; ')}.`);

import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { turned } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Comparison, familiesOf } from '@cpu-bound/study/model';
import { table } from './table.ts';

/** How a difference is put into words: `answers 1.9 times as many requests as`. */
export type Wording = (ratio: string) => string;

/** The end of the interval that is nearest to no difference: so much at least. */
const atLeast = ({ ratio }: Comparison): string =>
  ratio.estimate > 1 ? `at least ${format.times(ratio.low)}` : `at most ${format.times(ratio.high)}`;

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
    .filter(({ verdict }) => verdict === 'better' || verdict === 'worse')
    .map((one) => (one.verdict === 'worse' ? turned(one) : one));
  const named = (verdict: Comparison['verdict']) =>
    sounds
      .filter((one) => one.verdict === verdict)
      .map(({ contestant, against }) => `${title(contestant)} and ${title(against)}`);
  const [equivalent, open] = [named('equivalent'), named('inconclusive')];
  const few = comparisons.length - sounds.length;
  return [
    ...differing.map(
      (one) =>
        `${title(one.contestant)} ${wording(format.times(one.ratio.estimate))} ${title(one.against)} (${atLeast(one)})`,
    ),
    ...(equivalent.length > 0 ? [`within the margin of each other: ${equivalent.join(', ')}`] : []),
    ...(open.length > 0 ? [`inconclusive: ${open.join(', ')}`] : []),
    ...(few > 0 ? [`too few rounds for a verdict on ${format.count(few, 'pair')}`] : []),
  ];
}

/**
 * The name of a condition, and what its comparisons may claim: `at 80 %: … ; …`. None where there are none. Those
 * with peers are told of in the section on families.
 */
export const claimLine = (
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  name: string,
  comparisons: readonly Comparison[],
  wording: Wording,
): string[] => {
  const { main } = familiesOf(analysis.contestants);
  const isPeer = (id: string) =>
    main.length > 1 &&
    analysis.contestants.some((one) => one.id === id) &&
    !main.some((one) => one.id === id);
  const told = comparisons.filter(({ contestant, against }) => !isPeer(contestant) && !isPeer(against));
  return told.length === 0 ? [] : [`${name}: ${claims(analysis, told, wording).join('; ')}`];
};

/** Every pair of a family with its ratio, its verdict, and what would have shown. */
export function pairsTable(
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  comparisons: readonly Comparison[],
): string {
  if (comparisons.length === 0) return '';
  const title = titleIn(analysis);
  const rows = comparisons.map((one) => [
    `${title(one.contestant)} ÷ ${title(one.against)}`,
    format.ratio(one.ratio),
    format.verdict(one),
    one.mde === undefined ? '–' : format.mde(one.mde),
    String(one.ratio.n),
  ]);
  return table(['all pairs', 'ratio', 'verdict', 'MDE', 'n'], rows);
}

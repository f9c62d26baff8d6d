import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { turned } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Comparison, familiesOf } from '@cpu-bound/study/model';
import { table } from './table.ts';

/** What was compared, and where: `throughput`, or `p99` with ` at 105 requests/s`. */
export type Compared = { readonly what: string; readonly where?: string };

/**
 * What the pairs of one metric under one condition show, a sentence for each strategy that was shown to be better:
 * `cluster: 1.88× the throughput of single [1.74, 1.99]`. Inconclusive pairs have a sentence of their own. Pairs with
 * peers are in the section on families.
 */
export function findings(
  { contestants }: Pick<Analysis, 'contestants'>,
  comparisons: readonly Comparison[],
  { what, where = '' }: Compared,
): string[] {
  const { main } = familiesOf(contestants);
  const isPeer = (id: string) =>
    main.length > 1 && contestants.some((one) => one.id === id) && !main.some((one) => one.id === id);
  const own = comparisons.filter(({ contestant, against }) => !isPeer(contestant) && !isPeer(against));
  const sounds = own.filter(({ ratio }) => !ratio.indicative);
  // From the better one's side: “cluster: 1.88× … of single”, not the reverse.
  const differing = sounds
    .filter(({ verdict }) => verdict === 'better' || verdict === 'worse')
    .map((one) => (one.verdict === 'worse' ? turned(one) : one));
  const named = (verdict: Comparison['verdict']) =>
    sounds
      .filter((one) => one.verdict === verdict)
      .map(({ contestant, against }) => `${contestant} and ${against}`);
  const [equivalent, open] = [named('equivalent'), named('inconclusive')];
  const few = own.length - sounds.length;
  const subject = `${what}${where}`;
  return [
    ...[...Map.groupBy(differing, ({ contestant }) => contestant)].map(
      ([id, better]) =>
        `${id}: ${listed(better.map((one, index) => ratioTo(one, index === 0 ? `the ${what}` : 'that')))}${where}`,
    ),
    ...(equivalent.length > 0 ? [`Equivalent in ${subject}: ${equivalent.join('; ')}`] : []),
    ...(open.length > 0 ? [`Inconclusive in ${subject}: ${open.join('; ')}`] : []),
    ...(few > 0 ? [`Too few rounds for a verdict on ${subject}: ${format.count(few, 'pair')}`] : []),
  ];
}

/** `1.88× the throughput of single [1.74, 1.99]` */
function ratioTo({ against, ratio }: Comparison, what: string): string {
  return `${format.times(ratio.estimate)}× ${what} of ${against} ${format.ratioBounds(ratio)}`;
}

/** `a, b and c` */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Every pair of a family with its ratio, its verdict and its minimum detectable effect. */
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

/** When counts of requests around a fault tell two contestants apart. */
export const COUNTS =
  'Counts are compared by whole rounds: one is behind another if each of its rounds lost more than every round of the other, over five rounds at least. By chance that happens in 2 of 252 orders. It is equivalent if all rounds of both are the same.';

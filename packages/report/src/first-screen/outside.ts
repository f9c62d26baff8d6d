import { seenBy } from '@cpu-bound/study/decide/lead';
import { isDifferent } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import { type Analysis, familiesOf, type Interval, type PairRelation } from '@cpu-bound/study/model';

/** The characters that fit into two lines of a page of 1012 px. */
const MOST_CHARACTERS = 250;

const COUNTED = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A contestant beside its main contestant, and the ratio of their throughputs. */
type MainRatio = PairRelation & { readonly ratio: Interval };

/**
 * Lists, over all families, the contestants whose throughput was shown to differ from their main contestant's, the
 * largest ratio first: `single:bun 1.30× single [1.20, 1.40]`. Empty if no family's throughput was compared.
 */
export function outside(runAnalysis: Analysis): string {
  const { main } = familiesOf(runAnalysis.contestants);
  const compared = withTheirMain(runAnalysis);
  if (compared.length === 0) return '';
  const head = `**Outside the ${COUNTED[main.length] ?? main.length}**, by throughput: `;
  const items = compared
    .filter(isDifferent)
    .toSorted((a, b) => b.ratio.estimate - a.ratio.estimate)
    .map(
      ({ one, other, ratio }) =>
        `${one} ${format.times(ratio.estimate)}× ${other} ${format.ratioBounds(ratio)}`,
    );
  if (items.length > 0) return `${head}${fitting(items, MOST_CHARACTERS - head.length)}.`;
  const tooFew = compared.every(({ relation }) => relation === 'not-judged');
  return `${head}${tooFew ? 'too few rounds for a verdict' : 'no alternative was shown to differ from its strategy'}.`;
}

const withTheirMain = ({ contestants, families }: Analysis): MainRatio[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const need = families[main.id]?.needs.find(({ id }) => id === 'throughput');
    const pairs = need ? members.flatMap(({ id }) => seenBy(id, need)) : [];
    return pairs.flatMap(({ ratio, ...pair }) =>
      ratio && pair.other === main.id ? [{ ...pair, ratio }] : [],
    );
  });

/** Joins as many items as fit, at least one, and the number of the others. */
function fitting(items: readonly string[], columns: number): string {
  const fitted = items.filter(
    (_, index) => index === 0 || items.slice(0, index + 1).join('; ').length <= columns,
  );
  const more = items.length - fitted.length;
  return [...fitted, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

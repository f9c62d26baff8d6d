import { seenFrom } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import { type Analysis, familiesOf, type Interval } from '@cpu-bound/study/model';

/** What fits into two lines of a page of 1012 px. */
const MOST_CHARACTERS = 250;

const COUNTED = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A contestant beside a main one, and its throughput ÷ that one's. */
type Differing = { readonly id: string; readonly main: string; readonly ratio: Interval };

/**
 * Of all families, those whose throughput was shown to differ from their main contestant's, the largest ratio first:
 * `single:bun 1.30× single [1.20, 1.40]`. Empty where no family's throughput was compared.
 */
export function outside(whole: Analysis): string {
  const { main } = familiesOf(whole.contestants);
  const found = differing(whole);
  if (!found) return '';
  const head = `**Outside the ${COUNTED[main.length] ?? main.length}**, by throughput: `;
  const items = found
    .toSorted((a, b) => b.ratio.estimate - a.ratio.estimate)
    .map(
      ({ id, main: of, ratio }) =>
        `${id} ${format.times(ratio.estimate)}× ${of} ${format.ratioBounds(ratio)}`,
    );
  return items.length === 0
    ? `${head}no alternative was shown to differ from its strategy.`
    : `${head}${fitting(items, MOST_CHARACTERS - head.length)}.`;
}

/** Undefined where nothing was compared. */
function differing({ contestants, families }: Analysis): Differing[] | undefined {
  const found = familiesOf(contestants).families.flatMap(({ main, members }) => {
    const need = families[main.id]?.needs.find(({ id }) => id === 'throughput');
    return need ? [{ main: main.id, members, pairs: need.pairs }] : [];
  });
  if (found.length === 0) return undefined;
  return found.flatMap(({ main, members, pairs }) =>
    members.flatMap(({ id }): Differing[] => {
      const pair = pairs.flatMap((each) => seenFrom(id, each) ?? []).find(({ other }) => other === main);
      const isShown = pair?.relation === 'better' || pair?.relation === 'worse';
      return isShown && pair.ratio ? [{ id, main, ratio: pair.ratio }] : [];
    }),
  );
}

/** As many as fit, one at least, and how many more there are. */
function fitting(items: readonly string[], most: number): string {
  const kept = items.filter((_, index) => index === 0 || items.slice(0, index + 1).join('; ').length <= most);
  const more = items.length - kept.length;
  return [...kept, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

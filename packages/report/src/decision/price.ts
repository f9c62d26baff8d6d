import type { NeedResult } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import { type Amount, isCount } from '@cpu-bound/study/model';
import { priceOf } from './advice.ts';
import { singleNumber } from './needs-table.ts';

/** More items than this are counted, and not listed. */
export const MOST_ITEMS = 2;

/**
 * Lists the findings of too few rounds, then the needs in which an option is behind, the largest factor first. The
 * backends that it needs and the number of further needs follow.
 */
export function priceIn(needs: readonly NeedResult[], option: string, backends: readonly string[]): string[] {
  const items = [...seenIn(needs, option), ...priceOf(needs, option).map((need) => costOf(need, option))];
  const shownCount = items.length > MOST_ITEMS + 1 ? MOST_ITEMS : items.length;
  return [
    ...items.slice(0, shownCount),
    ...backends.map((name) => `${format.capital(name)} to run`),
    ...(shownCount < items.length ? [`and ${items.length - shownCount} more`] : []),
  ];
}

/** Ranges this far apart are told, although their rounds are too few for a verdict. */
const FAR_APART = 2;
const LEAST_ROUNDS = 2;

/** `p99 latency at the high rate 1,203–1,272 ms (threads 35.2–50.8), 2 rounds only`: the range that is farthest from the best one. */
function seenIn(needs: readonly NeedResult[], option: string): string[] {
  const found = needs.flatMap((need) => {
    const { cells = {}, better, row } = need.measured ?? {};
    const ranges = Object.entries(cells).flatMap(([id, cell]): [string, Amount][] => {
      const value = singleNumber(cell);
      return value?.indicative && value.n >= LEAST_ROUNDS ? [[id, value]] : [];
    });
    const own = singleNumber(cells[option]);
    const [best] = ranges.toSorted(([, a], [, b]) => a.high - b.high);
    if (!own || !best || better === 'higher' || !ranges.some(([id]) => id === option)) return [];
    const [other, least] = best;
    const range = ({ low, high }: Amount) => `${format.number(low)}–${format.number(high)}`;
    const text = `${besideBest(need.title, [range(own), range(least)], row?.unit, other)}, ${own.n} rounds only`;
    return own.low > FAR_APART * least.high ? [{ text, factor: own.low / least.high }] : [];
  });
  return found
    .toSorted((a, b) => b.factor - a.factor)
    .slice(0, 1)
    .map(({ text }) => text);
}

/** Writes a figure with that of another beside it: `memory 132 MiB (single 94.8)`. */
const besideBest = (
  name: string,
  [own, best]: readonly [string, string],
  unit: string | undefined,
  other: string,
): string => `${name} ${own}${unit ? ` ${unit}` : ''} (${other} ${best})`;

/** `memory 132 MiB (single 94.8)`; without figures `12 of 157 requests lost to a task that never ends`. */
function costOf({ title, standings, measured }: NeedResult, option: string): string {
  const standing = standings[option];
  if (standing?.kind === 'overloaded') return `${title} overloaded`;
  const { than = '' } = standing?.kind === 'behind' ? standing : {};
  const cell = measured?.cells[option];
  const [own, best] = [singleNumber(cell), singleNumber(measured?.cells[than])];
  if (own && best)
    return besideBest(
      title,
      [format.number(own.estimate), format.number(best.estimate)],
      measured?.row.unit,
      than,
    );
  return cell && isCount(cell)
    ? `${Math.round(cell.count.estimate)} of ${cell.total} requests lost to ${title}`
    : `${title} behind`;
}

/** Writes the factor by which a figure is worse: `÷1.86` if higher is better, otherwise `×2.01`. */
export const signed = (factor: number, better: 'higher' | 'lower' | undefined): string =>
  `${better === 'higher' ? '÷' : '×'}${format.times(factor)}`;

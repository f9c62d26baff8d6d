import * as format from '@cpu-bound/study/format';
import { type NeedResult, singleNumber } from '@cpu-bound/study/model';
import { figureText } from '../tables/cell-text.ts';

/** Ranges this far apart are named, although their rounds are too few for a verdict. */
const FAR_APART = 2;
const LEAST_ROUNDS = 2;

/** `p99 latency at the high rate 1,203–1,272 ms (threads 35.2–50.8 ms), 2 rounds only`: the need with the largest gap. */
export function farApart(needs: readonly NeedResult[], option: string, rival: string): string[] {
  const found = needs.flatMap(({ title, measured }) => {
    const [cell, other] = [measured?.cells[option], measured?.cells[rival]];
    const [own, theirs] = [singleNumber(cell), singleNumber(other)];
    if (!measured || measured.better === 'higher' || !cell || !other || !own || !theirs) return [];
    const isRange = [own, theirs].every(({ indicative, n }) => indicative && n >= LEAST_ROUNDS);
    if (!isRange || own.low <= FAR_APART * theirs.high) return [];
    const text = `${title} ${figureText(cell, measured.row)} (${rival} ${figureText(other, measured.row)}), ${format.count(own.n, 'round')} only`;
    return [{ text, factor: own.low / theirs.high }];
  });
  return found
    .toSorted((a, b) => b.factor - a.factor)
    .slice(0, 1)
    .map(({ text }) => text);
}

import { type Amount, amountOf, type NeedResult } from '@cpu-bound/study/model';
import { nounOf } from '../../tables/cell-text.ts';

/** A need's figures as numbers on an axis. */
export type Numbers = {
  readonly unit: string;
  /** The noun of a ratio: `p99 at 105/s`, as in “1.88× the p99 at 105/s of single”. */
  readonly noun: string;
  readonly better: 'higher' | 'lower';
  readonly values: ReadonlyMap<string, Amount>;
};

export function numbersOf({ measured, figure }: NeedResult): Numbers | undefined {
  if (!measured) return undefined;
  const { row, better, cells } = measured;
  const own = Object.entries(cells).flatMap(([id, cell]): [string, Amount][] => {
    const amount = amountOf(cell);
    return amount ? [[id, amount]] : [];
  });
  const { unit = figure } = row;
  return own.length === 0 ? undefined : { unit, noun: nounOf(row), better, values: new Map(own) };
}

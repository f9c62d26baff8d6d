import { type Amount, amountOf, type NeedResult } from '@cpu-bound/study/model';

/** A need's figures as numbers on an axis. */
export type Numbers = {
  readonly unit: string;
  /** The noun of a ratio: `p99 at 105/s`, as in “1.88× the p99 at 105/s of single”. */
  readonly noun: string;
  readonly better: 'higher' | 'lower';
  readonly values: ReadonlyMap<string, Amount>;
};

export function numbersOf({ measured, title, unit }: NeedResult): Numbers | undefined {
  if (!measured) return undefined;
  const { better, cells } = measured;
  const own = Object.entries(cells).flatMap(([id, cell]): [string, Amount][] => {
    const amount = amountOf(cell);
    return amount ? [[id, amount]] : [];
  });
  return own.length === 0 ? undefined : { unit, noun: title, better, values: new Map(own) };
}

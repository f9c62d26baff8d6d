import type { Analysis, Interval, Metric, NeedResult } from '@cpu-bound/study/model';

/** A strategy's figure for a need as a position on an axis, with its rounds if they were stored. */
export type Value = Interval & { readonly rounds?: readonly number[] };

/** A need's figures as numbers. */
export type Numbers = {
  readonly unit: string;
  /** The noun of a ratio: `p99 at 105/s`, as in “1.88× the p99 at 105/s of single”. */
  readonly noun: string;
  readonly better: 'higher' | 'lower';
  readonly values: ReadonlyMap<string, Value>;
};

/** Returns the numbers behind a need's figures; undefined if they are no numbers. */
export function numbersOf(
  { measured, question, figure }: NeedResult,
  { scenarios }: Pick<Analysis, 'scenarios'>,
): Numbers | undefined {
  if (!measured) return undefined;
  const { row, axis, better = 'lower', values } = measured;
  const [noun = row, unit = figure] = row.split(', ');
  const shown = axis ?? { unit, better, values };
  const metrics = scenarios[question ?? '']?.metrics ?? [];
  const own = Object.entries(shown.values).map(([id, value]): [string, Value] => {
    const rounds = roundsOf(id, value, metrics);
    return [id, { ...value, ...(rounds && { rounds }) }];
  });
  return own.length === 0
    ? undefined
    : { unit: shown.unit, noun: noun.replaceAll('`', ''), better: shown.better, values: new Map(own) };
}

/**
 * The factors from a metric's unit to that of a need: the same unit, MiB instead of bytes, or seconds instead of
 * milliseconds.
 */
const FACTORS = [1, 2 ** -20, 1 / 1000];

/** Returns the rounds of the value's metric, in the unit of the value. */
function roundsOf(
  contestant: string,
  value: Interval,
  metrics: readonly Metric[],
): readonly number[] | undefined {
  const own = metrics.filter((one) => one.contestant === contestant && one.rounds);
  for (const factor of FACTORS) {
    const found = own.find((one) =>
      (['estimate', 'low', 'high'] as const).every((part) => one[part] * factor === value[part]),
    );
    if (found) return found.rounds?.map((round) => round * factor);
  }
  return undefined;
}

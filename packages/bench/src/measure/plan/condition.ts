import type { Query } from '@cpu-bound/workload';
import type { Condition } from '../../model.ts';

/** A query as a condition: what reads as a number is one. */
export const conditionOf = (query: Query): Condition =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
    ]),
  );

/** Whether two conditions are the same, whatever the order of their names. */
export const sameCondition = (a: Condition, b: Condition): boolean => conditionKey(a) === conditionKey(b);

/** A text that is equal for equal conditions. */
export const conditionKey = (condition: Condition): string =>
  Object.keys(condition)
    .sort()
    .map((name) => `${name}=${condition[name]}`)
    .join(' ');

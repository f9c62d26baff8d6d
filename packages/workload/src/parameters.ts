import { InvalidParameter, type Query } from './contract.ts';

/** Refuses a query with a parameter that the workload does not have. @throws InvalidParameter */
export function onlyKnown(workload: string, query: Query, known: readonly string[]): void {
  for (const name of Object.keys(query)) {
    if (!known.includes(name)) {
      throw new InvalidParameter(name, `is not a parameter of ${workload}`, known.join(', '));
    }
  }
}

/**
 * Reads a parameter that is an integer from `from` to `to`.
 *
 * @throws InvalidParameter if it is missing or out of range
 */
export function integer(query: Query, name: string, from: number, to: number): number {
  const accepted = `an integer from ${from} to ${to}`;
  const text = query[name];
  if (text === undefined) throw new InvalidParameter(name, 'is missing', accepted);
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || value < from || value > to)
    throw new InvalidParameter(name, 'is out of range', accepted);
  return value;
}

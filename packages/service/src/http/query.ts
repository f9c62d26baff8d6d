import { InvalidParameter, type Query } from '@cpu-bound/workload';

/**
 * The query of a request as the workload's `parse` takes it, with every name that was given: `__proto__`, too, is one
 * that a workload refuses.
 *
 * @throws InvalidParameter for a parameter that is given more than once
 */
export function singleValued(query: Readonly<Record<string, unknown>>): Query {
  const entries = Object.entries(query).map(([name, value]) => {
    if (typeof value !== 'string') throw new InvalidParameter(name, 'is given more than once', 'one value');
    return [name, value];
  });
  return Object.fromEntries(entries);
}

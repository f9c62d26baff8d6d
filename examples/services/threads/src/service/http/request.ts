import { InvalidParameter, type Query } from '../../workload/index.js';

/**
 * Converts the query of a request for the workload's `parse`. It keeps every name, such as `__proto__`, which the workload
 * refuses.
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

/**
 * Matches a `traceparent` of version 00, or of a later version, which may have more fields. Version ff is invalid, and so is
 * an id of zeros.
 */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** Returns a `traceparent` as it is, to be passed on, or undefined if it is invalid (W3C Trace Context, §3.2). */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

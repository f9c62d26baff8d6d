import { InvalidParameter, type Query } from '@cpu-bound/workload';

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

/** Matches version 00 and compatible future ones: trace id and parent id in lower case, neither all zeros. */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** Reads the trace context of a request (W3C Trace Context, §3.2); undefined if it is not valid. */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

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

/** Version 00 and the future ones that begin like it: trace id and parent id in lower case, neither all zeros. */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** The request's trace context (W3C Trace Context, §3.2), or undefined where there is none that is valid. */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

import { type DataObject, InvalidParameter, type Query, type ServedWorkload } from '@cpu-bound/workload';
import type { Request } from 'express';

/** Parses a request as the workload does. @throws InvalidParameter for a parameter that is not acceptable */
export const inputOf = (workload: ServedWorkload, request: Pick<Request, 'query' | 'body'>): DataObject =>
  workload.parse(singleValued(request.query), bodyOf(request));

/**
 * Converts a query for `parse`. It keeps every name, such as `__proto__`, which the workload refuses.
 *
 * @throws InvalidParameter for a parameter that is given more than once
 */
function singleValued(query: Readonly<Record<string, unknown>>): Query {
  const entries = Object.entries(query).map(([name, value]) => {
    if (typeof value !== 'string') throw new InvalidParameter(name, 'is given more than once', 'one value');
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the octets of a request's body, on a buffer of their own: a thread that gets some octets gets their whole buffer,
 * and Node puts small bodies into a common one. A request without a body, or of a workload that accepts none, has no octets.
 */
export function bodyOf({ body }: Pick<Request, 'body'>): Uint8Array {
  if (!(body instanceof Uint8Array)) return new Uint8Array();
  return body.length === body.buffer.byteLength ? new Uint8Array(body.buffer) : new Uint8Array(body);
}

/**
 * Matches a `traceparent` of version 00, or of a later version, which may have more fields. Version ff is invalid, and so is
 * an id of zeros.
 */
const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** Returns the `traceparent` of a request as it is, or undefined if it is invalid (W3C Trace Context, §3.2). */
export function traceparentOf(request: Pick<Request, 'get'>): string | undefined {
  const header = request.get('traceparent');
  return header !== undefined && TRACEPARENT.test(header) ? header : undefined;
}

/** The ids of jobs, which are random, so that they cannot be guessed. */
export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** A client's own key of a job. */
export const KEY = /^[\w-]{1,64}$/;

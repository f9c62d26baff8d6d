import { types } from 'node:util';
import { type DataObject, InvalidParameter, type Json, type Output } from '../served.ts';

/** Parses a body of JSON. @throws InvalidParameter if it is no JSON */
export function jsonIn(body: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new InvalidParameter(
      'body',
      `is no JSON (${error instanceof Error ? error.message : error})`,
      'JSON',
    );
  }
}

/** Wraps the octets of a body as functions for Node.js expect them. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Converts a function's value, or its promise, to an answer: octets as octets, anything else as it is.
 *
 * @param name the function's name, for the error if it returns nothing
 */
export function answerOf(returned: unknown, name: string): Output | Promise<Output> {
  return isPromise(returned)
    ? Promise.resolve(returned).then((value) => asOutput(value, name))
    : asOutput(returned, name);
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/**
 * Copies octets, because the function may fill the same buffer again while a service sends them. Moreover, a thread would
 * send all memory that they are a part of, such as that of WebAssembly. They may be of another realm (`node:vm`, jsdom).
 */
function asOutput(value: unknown, name: string): Output {
  if (value === undefined)
    throw new TypeError(`${name} returns nothing; accepted: an object, octets, or a value of JSON`);
  if (types.isUint8Array(value)) return { octets: new Uint8Array(value) };
  const { octets } = (value ?? {}) as DataObject;
  return types.isUint8Array(octets)
    ? { ...(value as DataObject), octets: new Uint8Array(octets) }
    : (value as Json);
}

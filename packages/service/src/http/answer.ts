import type { DataObject, Output } from '@cpu-bound/workload';
import type { Response } from 'express';
import type { ComputeResult } from '../contract.ts';

/** The header with the fields of an output other than its octets, as JSON. */
export const RESULT_HEADER = 'X-Result';

/** Sends a result: its output as the body, its time and its worker in the header `Server-Timing`. */
export function answer(
  response: Response,
  { output, computeMs, worker }: ComputeResult,
  answerType?: string,
): void {
  const { body, type, fields } = contentOf(output, answerType);
  response.set('Server-Timing', `task;dur=${computeMs}, worker;desc="${worker.pid}/${worker.threadId}"`);
  if (fields !== undefined) response.set(RESULT_HEADER, fields);
  response.type(type).send(body);
}

/** An output as the body of an answer, with its media type. */
export type Content = {
  readonly body: string | Buffer;
  readonly type: string;
  /** The fields of an output other than its octets, as JSON for a header. */
  readonly fields?: string;
};

/**
 * Writes an output: octets as they are, a text as it is, and anything else as JSON.
 *
 * @param type the media type of the workload's answers; without one, it follows from the output
 */
export function contentOf(output: Output, type?: string): Content {
  if (hasOctets(output)) {
    const { octets, ...others } = output;
    const body = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    const fields = Object.keys(others).length > 0 && { fields: inAscii(JSON.stringify(others)) };
    return { body, type: type ?? typeOfOctets(body), ...fields };
  }
  // JSON makes a text of a Date. A strategy may have done so before.
  const value: unknown = output instanceof Date ? output.toJSON() : output;
  return typeof value === 'string'
    ? { body: value, type: type ?? typeOfText(value) }
    : { body: JSON.stringify(value), type: type ?? 'application/json' };
}

const hasOctets = (output: Output): output is DataObject & { readonly octets: Uint8Array } =>
  typeof output === 'object' && output !== null && 'octets' in output && output.octets instanceof Uint8Array;

/** Escapes the characters of JSON that a header cannot have. */
const inAscii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const typeOfText = (text: string): string =>
  /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 200)) ? 'text/html' : 'text/plain';

/** The signatures of files that clients show or unpack, as Latin-1, with their places and media types. */
const SIGNATURES: readonly (readonly [at: number, signature: string, type: string])[] = [
  [0, '%PDF-', 'application/pdf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBPVP8', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
];
/** Every signature ends within these octets. */
const HEAD = 16;

function typeOfOctets(octets: Buffer): string {
  const head = octets.toString('latin1', 0, HEAD);
  const [, , type] = SIGNATURES.find(([at, signature]) => head.startsWith(signature, at)) ?? [];
  return type ?? 'application/octet-stream';
}

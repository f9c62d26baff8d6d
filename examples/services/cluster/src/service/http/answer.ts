import type { Response } from 'express';
import type { ComputeResult } from '../contract.js';
import { mediaTypeOf } from './media-type.js';

/** The header with the fields of an answer, as JSON, if its body is octets. */
export const RESULT_HEADER = 'X-Result';

/** Sends a result: its fields as JSON, or its octets as the body and the other fields in a header. */
export function answer(response: Response, { output, computeMs, worker }: ComputeResult): void {
  const { octets, ...fields } = output;
  if (!(octets instanceof Uint8Array)) return void response.json({ ...output, computeMs, worker });
  const body = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  response
    .set(RESULT_HEADER, inAscii(JSON.stringify({ ...fields, computeMs, worker })))
    .type(mediaTypeOf(body))
    .send(body);
}

/** Escapes the characters of JSON that a header cannot have. */
const inAscii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

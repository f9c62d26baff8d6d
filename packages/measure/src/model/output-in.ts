import { contentOf } from '@cpu-bound/service/answer';
import type { JsonObject, Output, Workload } from '@cpu-bound/workload';

/**
 * Reads the output of a task from its answer: JSON, text, or octets with the fields in their header.
 *
 * @throws SyntaxError if it is not the JSON that its media type announces
 */
export function outputIn(
  body: Uint8Array,
  { type = '', result }: { readonly type?: string | undefined; readonly result?: string | undefined },
): Output {
  if (result !== undefined) return { ...(JSON.parse(result) as JsonObject), octets: body };
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return JSON.parse(textOf(body)) as Output;
  return type.startsWith('text/') ? textOf(body) : { octets: body };
}

/** Converts an output into the one that a client reads from its answer; undefined if the media type is another's. */
export function asRead({ answerType }: Pick<Workload, 'answerType'>, output: Output): Output | undefined {
  const { body, type, fields } = contentOf(output, answerType);
  try {
    return outputIn(Buffer.from(body), { type, result: fields });
  } catch (error) {
    if (answerType === undefined) throw error;
    return undefined;
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

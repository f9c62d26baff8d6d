import type { JsonObject, Output } from '@cpu-bound/workload';

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

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

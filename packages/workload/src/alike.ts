import type { Output } from './contract.ts';

/**
 * The sizes of two answers may differ by this share, or by these octets: a number is written in more or fewer digits,
 * and what has a date is compressed to more or fewer octets.
 */
const MOST_SHARE = 0.1;
const MOST_OCTETS = 32;

/**
 * Tells whether two answers to one input, whose contents differ each time, have the same kind and about the same size.
 * An empty answer is like an empty one alone.
 */
export function isAlike(first: Output, output: Output): boolean {
  const [expected, size] = [sizeOf(first), sizeOf(output)];
  return (
    kindOf(first) === kindOf(output) &&
    size > 0 === expected > 0 &&
    Math.abs(size - expected) <= Math.max(MOST_OCTETS, MOST_SHARE * expected)
  );
}

function kindOf(output: Output): string {
  if (octetsIn(output)) return 'octets';
  if (output === null) return 'null';
  return Array.isArray(output) ? 'array' : typeof output;
}

/** The octets of a body, or of the content of an array or an object. A number or a boolean has no size. */
function sizeOf(output: Output): number {
  const octets = octetsIn(output);
  if (octets) return octets.byteLength;
  if (typeof output === 'string') return Buffer.byteLength(output);
  if (typeof output !== 'object' || output === null) return 0;
  return Buffer.byteLength(JSON.stringify(output)) - '{}'.length;
}

const octetsIn = (output: Output): Uint8Array | undefined =>
  typeof output === 'object' && output !== null && 'octets' in output && output.octets instanceof Uint8Array
    ? output.octets
    : undefined;

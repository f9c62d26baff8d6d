import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { bodyTypeOf, type DataObject, type Output, type Workload, type WorkloadModule } from './contract.ts';

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

/** No plan has more inputs than this. A workload with ever new inputs must not fill the memory. */
const MAX_INPUTS = 1_000;

/**
 * Makes the oracle of a workload that has none: an answer is right if it equals the first one to the same input. It
 * finds answers that change from one call to the next, or that mix up two requests. It cannot find an answer that is
 * always wrong.
 */
export const sameAsFirst = () => comparedWithFirst(isDeepStrictEqual);

/** Makes the oracle of a function whose answers differ each time: they have the kind and the size of the first one. */
export const likeFirst = () => comparedWithFirst(isAlike);

function comparedWithFirst(
  isRight: (first: Output, output: Output) => boolean,
): (input: DataObject, output: Output) => boolean {
  const first = new Map<string, Output>();
  const keys = new WeakMap<DataObject, string>();
  return (input, output) => {
    const key = keys.get(input) ?? keyOf(input);
    keys.set(input, key);
    const known = first.get(key);
    if (known !== undefined) return isRight(known, output);
    if (first.size < MAX_INPUTS) first.set(key, output);
    return true;
  };
}

/**
 * Computes a key, which is the same for equal inputs. Octets are hashed as such: JSON would write a field for each.
 */
const keyOf = (input: DataObject): string =>
  hash(
    'sha256',
    JSON.stringify(
      Object.entries(input).map(([name, value]) =>
        value instanceof Uint8Array ? [name, 'octets', hash('sha256', value)] : [name, value],
      ),
    ),
  );

/** Fills in the fields that the module left out, as far as they are known before the first run. */
export function complete(module: WorkloadModule): Workload {
  const { verify = sameAsFirst(), scale, headline, sizes } = module;
  const smallest = scale && { [scale.parameter]: String(scale.from) };
  const query = headline ?? sizes?.[Math.floor((sizes.length - 1) / 2)]?.query ?? smallest ?? {};
  // The bench finds the sizes of a scale on its machine.
  return {
    ...module,
    ...(module.bodyFor && { bodyType: bodyTypeOf(module) }),
    verify,
    headline: query,
    sizes: sizes ?? (scale ? [] : [{ label: 'headline', query }]),
  };
}

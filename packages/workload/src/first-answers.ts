import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isAlike } from './alike.ts';
import type { DataObject, Output } from './contract.ts';

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

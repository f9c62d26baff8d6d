import { types } from 'node:util';

/** A value that a transfer changes: its path, its kind, and the value after it. */
export type Alteration = {
  /** The path in JavaScript, from the object: `rows[3].at`. */
  readonly path: string;
  readonly what: string;
  /** The value after the transfer; absent if it cannot be sent at all. */
  readonly becomes: string | undefined;
  /** The kind of value to return or accept instead. */
  readonly instead: string;
  /** True if each strategy gets the same other value; else it is lost, or strategies differ in it. */
  readonly isMild: boolean;
};

type Kind = Omit<Alteration, 'path'>;
const kindThat =
  (isMild: boolean) =>
  (what: string, becomes: string | undefined, instead: string): Kind => ({ what, becomes, instead, isMild });
const [lost, mild] = [kindThat(false), kindThat(true)];

/** More values of an object are not examined: as a rule, they are like the first ones. */
const MOST_VALUES = 100_000;

/**
 * Finds the first value that JSON or structured clone would change. If the whole is an object, octets may stand in its own
 * fields. Both transfers omit undefined fields, so these are no change.
 *
 * @param octets the fields that may hold them: any, or only `octets`
 */
export function firstAltered(whole: unknown, octets: 'any field' | 'octets'): Alteration | undefined {
  const within = new Set<unknown>([whole]);
  let remaining = MOST_VALUES;
  let firstMild: Alteration | undefined;

  function search(value: unknown, path: string): Alteration | undefined {
    if (remaining-- <= 0) return undefined;
    const kind = kindOf(value);
    if (kind && !kind.isMild) return { path, ...kind };
    if (kind) firstMild ??= { path, ...kind };
    if (kind || typeof value !== 'object' || value === null) return undefined;
    if (within.has(value)) return { path, ...lost('a circle', undefined, 'an object without circles') };
    within.add(value);
    const found = Array.isArray(value)
      ? firstOf(value.entries(), (index) => `${path}[${index}]`)
      : firstOf(Object.entries(value), (name) => `${path}.${name}`);
    within.delete(value);
    return found;
  }
  function firstOf(
    entries: Iterable<[string | number, unknown]>,
    pathOf: (key: string | number) => string,
  ): Alteration | undefined {
    for (const [key, value] of entries) {
      const found = value === undefined ? undefined : search(value, pathOf(key));
      if (found || remaining <= 0) return found;
    }
    return undefined;
  }
  const kind = kindOf(whole);
  if (kind) return { path: 'it', ...kind };
  if (typeof whole !== 'object' || whole === null) return undefined;
  const fields = Object.entries(whole).filter(
    ([name, value]) => !(types.isUint8Array(value) && (octets === 'any field' || name === 'octets')),
  );
  return firstOf(fields, String) ?? firstMild;
}

/** Names the kind of a value by itself. @returns undefined for a value that arrives unchanged */
function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : mild(String(value), 'null', 'null, or text');
  if (typeof value === 'bigint') return lost('a bigint', undefined, 'text, or a number');
  if (typeof value === 'function') return lost('a function', undefined, 'its result');
  if (typeof value === 'symbol') return lost('a symbol', undefined, 'text');
  if (typeof value !== 'object' || value === null) return undefined;
  if (types.isProxy(value)) return lost('a Proxy', undefined, 'a plain copy');
  if (types.isDate(value)) return mild('a Date', 'text', 'toISOString(), or a number');
  if (types.isMap(value)) return lost('a Map', 'an empty object', 'Object.fromEntries(map), or [...map]');
  if (types.isSet(value)) return lost('a Set', 'an empty object', '[...set]');
  if (types.isPromise(value)) return lost('a promise', 'an empty object', 'its resolved value');
  if (types.isGeneratorObject(value))
    return lost('a generator', 'an empty object', 'its values, in an array');
  if (Symbol.asyncIterator in value) return lost('a stream', undefined, 'its content');
  if (types.isRegExp(value)) return lost('a RegExp', 'an empty object', 'its source');
  if (types.isNativeError(value)) return lost('an Error', 'an empty object', 'its message');
  const isOctets = types.isUint8Array(value) || types.isAnyArrayBuffer(value);
  if (ArrayBuffer.isView(value) && !isOctets)
    return lost(
      `a ${value.constructor.name}`,
      'an object with a field for each number',
      'Array.from(it), or its bytes: new Uint8Array(it.buffer, it.byteOffset, it.byteLength) in the field octets',
    );
  if (isOctets)
    return lost(
      'octets in an inner field',
      'an object with a field for each',
      'a Uint8Array in the field octets',
    );
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return lost(`a ${value.constructor.name} with toJSON`, 'another value by each strategy', 'its toJSON()');
  const { name = 'Object' } = value.constructor ?? {};
  if (!Array.isArray(value) && name !== 'Object' && Object.keys(value).length === 0)
    return lost(`a ${name} without fields of its own`, 'an empty object', 'a plain object');
  return undefined;
}

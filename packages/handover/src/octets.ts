import type { DataObject } from '@cpu-bound/workload';

/** The buffers that an object's octets have to themselves: those can change hands and need no copy. */
export const buffersOf = (object: DataObject): ArrayBuffer[] =>
  Object.values(object).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );

export const hasOctets = (object: DataObject): boolean =>
  Object.values(object).some((value) => value instanceof Uint8Array);

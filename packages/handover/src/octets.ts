import type { DataObject, Workload } from '@cpu-bound/workload';

/** Fewer are copied sooner than they are given away: 1.22 [1.03, 1.32] times as many answers with 1 KiB, 0.81 [0.67, 0.97] with 1 MiB. */
const WORTH_MOVING = 2 ** 18;

/**
 * The buffers of an input or output that change hands and need no copy, each once: of a workload that gives its octets
 * away, those that are large and have a buffer to themselves. (A small `Buffer` shares one with strangers.)
 */
export function buffersToMove(
  { givesOctetsAway }: Pick<Workload, 'givesOctetsAway'>,
  object: DataObject,
): ArrayBuffer[] {
  if (!givesOctetsAway) return [];
  const buffers = Object.values(object).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength >= WORTH_MOVING &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
  return [...new Set(buffers)];
}

export const hasOctets = (object: DataObject): boolean =>
  Object.values(object).some((value) => value instanceof Uint8Array);

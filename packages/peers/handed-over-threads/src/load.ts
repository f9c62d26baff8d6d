/** A message to a thread: the service stops; or, after the last connection, no more will come. */
export type MessageToThread = 'stop' | 'no-more';

const REQUESTS = 0;
const CONNECTIONS = 1;

/**
 * The open requests and connections of a thread, in memory that it shares with the accepting thread: a busy event loop
 * would answer no question.
 *
 * @param counts two integers in a `SharedArrayBuffer`
 */
export function loadOf(counts: Int32Array) {
  return {
    counts,
    addRequest: (): void => void Atomics.add(counts, REQUESTS, 1),
    removeRequest: (): void => void Atomics.sub(counts, REQUESTS, 1),
    addConnection: (): void => void Atomics.add(counts, CONNECTIONS, 1),
    removeConnection: (): void => void Atomics.sub(counts, CONNECTIONS, 1),
    /** Returns a negative number if this thread has fewer open requests, or as many and fewer connections. */
    compare: (other: { readonly counts: Int32Array }): number =>
      Atomics.load(counts, REQUESTS) - Atomics.load(other.counts, REQUESTS) ||
      Atomics.load(counts, CONNECTIONS) - Atomics.load(other.counts, CONNECTIONS),
  };
}

export type LoadOfThread = ReturnType<typeof loadOf>;

/** Creates the counts of a thread that starts. */
export const newLoad = (): LoadOfThread =>
  loadOf(new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)));

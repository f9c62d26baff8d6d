/** Jobs that a worker holds, in memory that the thread that renews their locks can read. */
export type HeldJobs = {
  readonly memory: SharedArrayBuffer;
  /** Notes a job as held; the function that is returned, that it is no more. */
  hold(id: string, token: string): () => void;
};

/** Id and token of a job, each a few dozen characters. */
const SLOT_BYTES = 512;
const HEADER_BYTES = 8;
/** Odd while the slot is being written (a sequence lock); and how many bytes of text follow, 0 for none. */
const SEQUENCE = 0;
const LENGTH = 1;

const headerOf = (memory: SharedArrayBuffer, slot: number) => new Int32Array(memory, slot * SLOT_BYTES, 2);
const textOf = (memory: SharedArrayBuffer, slot: number) =>
  new Uint8Array(memory, slot * SLOT_BYTES + HEADER_BYTES, SLOT_BYTES - HEADER_BYTES);

/** @param slots how many jobs may be held at once */
export function createHeldJobs(slots: number): HeldJobs {
  const memory = new SharedArrayBuffer(slots * SLOT_BYTES);
  const free = Array.from({ length: slots }, (_, slot) => slot);
  const encoder = new TextEncoder();

  function write(slot: number, text: string): void {
    const header = headerOf(memory, slot);
    Atomics.add(header, SEQUENCE, 1);
    const bytes = encoder.encode(text);
    textOf(memory, slot).set(bytes);
    Atomics.store(header, LENGTH, bytes.length);
    Atomics.add(header, SEQUENCE, 1);
  }
  return {
    memory,
    hold(id, token) {
      const slot = free.pop();
      if (slot === undefined) return () => {}; // BullMQ never gives more than the worker's concurrency
      write(slot, JSON.stringify([id, token]));
      return () => {
        write(slot, '');
        free.push(slot);
      };
    },
  };
}

/** What is held now; a slot that is being written is left for the next look. */
export function readHeldJobs(memory: SharedArrayBuffer): { readonly id: string; readonly token: string }[] {
  const slots = Array.from({ length: memory.byteLength / SLOT_BYTES }, (_, slot) => slot);
  return slots.flatMap((slot) => {
    const header = headerOf(memory, slot);
    const before = Atomics.load(header, SEQUENCE);
    const bytes = textOf(memory, slot).slice(0, Atomics.load(header, LENGTH));
    if (bytes.length === 0 || before % 2 === 1 || Atomics.load(header, SEQUENCE) !== before) return [];
    const [id, token] = JSON.parse(new TextDecoder().decode(bytes));
    return [{ id, token }];
  });
}

/** The job that a worker holds, and which of its items it computes. */
export type Held = {
  readonly id: string;
  readonly token: string;
  readonly index: number;
  /** How many items this process has begun so far: it stands still while a task runs. */
  readonly begun: number;
};

/** The worker's side of it, in memory that the thread beside its kernel can read. */
export type HeldJob = {
  readonly memory: SharedArrayBuffer;
  hold(id: string, token: string): void;
  begin(index: number): void;
  release(): void;
};

const HEADER = { sequence: 0, length: 1, index: 2, begun: 3 } as const;
const HEADER_BYTES = 16;
/** Id and token of a job, each a few dozen characters. */
const TEXT_BYTES = 512;

const headerOf = (memory: SharedArrayBuffer) => new Int32Array(memory, 0, HEADER_BYTES / 4);
const textOf = (memory: SharedArrayBuffer) => new Uint8Array(memory, HEADER_BYTES, TEXT_BYTES);

export function createHeldJob(): HeldJob {
  const memory = new SharedArrayBuffer(HEADER_BYTES + TEXT_BYTES);
  const header = headerOf(memory);
  const encoder = new TextEncoder();

  /** The sequence is odd while something is being written (a sequence lock). */
  function write(change: () => void): void {
    Atomics.add(header, HEADER.sequence, 1);
    change();
    Atomics.add(header, HEADER.sequence, 1);
  }
  return {
    memory,
    hold(id, token) {
      write(() => {
        const bytes = encoder.encode(JSON.stringify([id, token]));
        textOf(memory).set(bytes);
        Atomics.store(header, HEADER.length, bytes.length);
      });
    },
    begin(index) {
      write(() => {
        Atomics.store(header, HEADER.index, index);
        Atomics.add(header, HEADER.begun, 1);
      });
    },
    release() {
      write(() => Atomics.store(header, HEADER.length, 0));
    },
  };
}

/** What is held now; nothing while it is being written, which is for the next look. */
export function readHeldJob(memory: SharedArrayBuffer): Held | undefined {
  const header = headerOf(memory);
  const before = Atomics.load(header, HEADER.sequence);
  const bytes = textOf(memory).slice(0, Atomics.load(header, HEADER.length));
  const [index, begun] = [Atomics.load(header, HEADER.index), Atomics.load(header, HEADER.begun)];
  if (bytes.length === 0 || before % 2 === 1 || Atomics.load(header, HEADER.sequence) !== before) return;
  const [id, token] = JSON.parse(new TextDecoder().decode(bytes));
  return { id, token, index, begun };
}

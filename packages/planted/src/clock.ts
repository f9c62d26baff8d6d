/** The clock of a planted fault; times in milliseconds. */
export type Clock = {
  /** The wall-clock time since this process began. */
  now(): number;
  /** The CPU time that this process has used. */
  cpu(): number;
  /** Stops this thread, which then uses no CPU time. */
  block(ms: number): void;
  /** Allocates this many bytes of memory for good. */
  keep(bytes: number): void;
};

const retained: Buffer[] = [];
const never = new Int32Array(new SharedArrayBuffer(4));

export const clock: Clock = {
  now: () => performance.now(),
  // Not that of this thread: Linux counts it in steps of up to 4 ms, so a twentieth of a task of 10 ms was up to 4 ms.
  cpu() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  block: (ms) => void Atomics.wait(never, 0, 0, ms),
  keep: (bytes) => void retained.push(Buffer.alloc(bytes, 1)), // each byte is written, so that it is resident
};

/** The clock of a planted fault; times in milliseconds. */
export type Clock = {
  /** Wall-clock time since this process began. */
  now(): number;
  /** CPU time that this thread has used. */
  cpu(): number;
  /** Stops this thread, which then uses no CPU time. */
  block(ms: number): void;
  /** Allocates this many bytes of memory for good. */
  keep(bytes: number): void;
};

const kept: Buffer[] = [];
const never = new Int32Array(new SharedArrayBuffer(4));

export const clock: Clock = {
  now: () => performance.now(),
  cpu() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  block: (ms) => void Atomics.wait(never, 0, 0, ms),
  keep: (bytes) => void kept.push(Buffer.alloc(bytes, 1)), // each byte is written, so that it is resident
};

import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '../../model.ts';

export type PacerData = {
  readonly due: Float64Array;
  readonly reached: SharedArrayBuffer;
  readonly startAt: Milliseconds;
};

/**
 * Calls `send(index)` at every due time, and at once for all overdue ones; resolves after the last.
 *
 * Timers of the event loop tick in whole milliseconds, and spinning would take a core from the tested server. So a
 * thread sleeps on a futex with microsecond resolution and wakes the event loop.
 *
 * @param due milliseconds from `startAt`, ascending
 * @param startAt on `monotonicMs`
 */
export async function pace(
  due: Float64Array,
  startAt: Milliseconds,
  send: (index: number) => void,
): Promise<void> {
  const reached = new SharedArrayBuffer(4);
  const cursor = new Int32Array(reached);
  const data: PacerData = { due, reached, startAt };
  const thread = new Worker(new URL('./pacer-thread.ts', import.meta.url), { workerData: data });
  const broken = new Promise<never>((_resolve, reject) => thread.once('error', reject));
  try {
    for (let sent = 0; sent < due.length; ) {
      const wait = Atomics.waitAsync(cursor, 0, sent);
      if (wait.async) await Promise.race([wait.value, broken]);
      for (const passed = Atomics.load(cursor, 0); sent < passed; sent++) send(sent);
    }
  } finally {
    await thread.terminate();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '../../model.ts';

/** Reads the machine's monotonic clock in milliseconds, which is the same in every thread of this process. */
export const monotonicMs = (): Milliseconds => Number(process.hrtime.bigint()) / 1e6;

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

/** Afterwards, as on a slow network, all connections that are left are opened at once. */
const ONE_BY_ONE_MS: Milliseconds = 500;

/**
 * Opens connections one after another, as clients come, and waits until all have an answer. A cluster's primary gives a
 * connection to a worker that has accepted its last one: when fifty were opened at one instant, one of two workers got up
 * to 98 % of them (docs/adr/0013).
 *
 * @param open opens the connection of this number, and resolves when its first request has an answer
 * @throws the error of the first connection that failed
 */
export async function openOneByOne(
  count: number,
  open: (index: number) => Promise<void>,
  oneByOneMs = ONE_BY_ONE_MS,
): Promise<void> {
  const opened: Promise<void>[] = [];
  const patience = new AbortController();
  const longEnough = sleep(oneByOneMs, undefined, { signal: patience.signal }).catch(() => {});
  for (let index = 0; index < count; index++) {
    const answered = open(index);
    opened.push(answered);
    // The wait for all of them below throws a rejection.
    await Promise.race([answered.catch(() => {}), longEnough]);
  }
  patience.abort();
  await Promise.all(opened);
}

import { workerData } from 'node:worker_threads';
import { monotonicMs, type PacerData } from './pacer.ts';

/** This thread sleeps until each due time and wakes the event loop. It does nothing else, so it never delays itself. */
const { due, reached: memory, startAt } = workerData as PacerData;
const reached = new Int32Array(memory);
const never = new Int32Array(new SharedArrayBuffer(4));

for (let next = 0; next < due.length; ) {
  const wait = startAt + (due[next] ?? 0) - monotonicMs();
  if (wait > 0) Atomics.wait(never, 0, 0, wait);
  const now = monotonicMs() - startAt;
  while (next < due.length && (due[next] ?? 0) <= now) next++;
  Atomics.store(reached, 0, next);
  Atomics.notify(reached, 0);
}

import type { Server } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/**
 * Accepts the connections that the system has accepted, but not a busy event loop: they would be reset with the listening
 * socket. One iteration of the loop accepts one, and the next reads from it. Deno accepts them between two timers.
 */
export async function takeWaiting(server: Server): Promise<void> {
  let arrivals = 0;
  const count = () => arrivals++;
  server.on('connection', count);
  for (let seen = -1; seen !== arrivals; await sleep(1)) {
    seen = arrivals;
    await nextIteration();
  }
  server.off('connection', count);
}

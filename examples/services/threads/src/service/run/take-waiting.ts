import type { Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/**
 * Takes the connections that the system has accepted and a busy event loop has not seen: they would be reset with the
 * listening socket. A turn of the loop takes one, and the next one reads from it. Deno takes them between two timers.
 */
export async function takeWaiting(server: Server): Promise<void> {
  let arrivals = 0;
  const count = () => arrivals++;
  server.on('connection', count);
  for (let seen = -1; seen !== arrivals; await sleep(1)) {
    seen = arrivals;
    await turn();
  }
  server.off('connection', count);
}

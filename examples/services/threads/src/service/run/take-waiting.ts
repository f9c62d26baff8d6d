import { Server as NetServer } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Another process passes a connection on within this time. */
const PASSED_ON_WITHIN_MS = 1_000;

/**
 * Takes the connections that wait in the system's backlog: closing the listening socket would reset them. One iteration of
 * the event loop accepts one, and the next reads from it.
 *
 * @param passedOn resolves when the cluster's primary has handed over the next connection that waits there, if any does
 */
export async function takeWaiting(server: NetServer, passedOn?: () => Promise<void>): Promise<void> {
  let arrivals = 0;
  const count = () => arrivals++;
  server.on('connection', count);
  // Deno accepts connections between two timers.
  for (let seen = -1; seen !== arrivals; await sleep(1)) {
    seen = arrivals;
    if (passedOn) await Promise.race([passedOn(), sleep(PASSED_ON_WITHIN_MS)]);
    await nextIteration();
  }
  server.off('connection', count);
}

/**
 * Closes the listening socket, and no connection. An HTTP server's own `close` cuts the connections without a request, so it
 * resets those that it has just accepted, whose first request is on its way. Bun's and Deno's have only that one.
 */
export function stopListening(server: NetServer | { close(): void }): void {
  if (server instanceof NetServer) NetServer.prototype.close.call(server);
  else server.close();
}

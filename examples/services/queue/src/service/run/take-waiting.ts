import { Server } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Another process passes a connection on within this time. */
const PASSED_ON_WITHIN_MS = 1_000;

/**
 * Accepts the connections that the system has accepted, but not a busy event loop: they would be reset with the listening
 * socket. One iteration of the loop accepts one, and the next reads from it. Deno accepts them between two timers.
 *
 * @param passedOn resolves when another process has passed on the connection that follows the last one, if one waits there
 */
export async function takeWaiting(server: Server, passedOn?: () => Promise<void>): Promise<void> {
  let arrivals = 0;
  const count = () => arrivals++;
  server.on('connection', count);
  for (let seen = -1; seen !== arrivals; await sleep(1)) {
    seen = arrivals;
    if (passedOn) await Promise.race([passedOn(), sleep(PASSED_ON_WITHIN_MS)]);
    await nextIteration();
  }
  server.off('connection', count);
}

/**
 * Closes the listening socket, and no connection. An HTTP server's own `close` cuts the connections without a request, so it
 * resets those that it has just accepted, whose first request is on its way. Bun and Deno have only that one.
 */
export function stopListening(server: Server): void {
  if (server instanceof Server) Server.prototype.close.call(server);
  else (server as Server).close();
}

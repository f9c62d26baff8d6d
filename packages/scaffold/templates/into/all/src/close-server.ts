import { once } from 'node:events';
import type { Server } from 'node:http';
import { takeWaiting } from './service/run/take-waiting.js';

/** Looks this often for connections that have become idle. */
const LOOK_MS = 50;

/**
 * Closes a server: it answers the requests that have arrived, also those that a busy event loop has not seen.
 *
 * @param timeoutMs from then on, the connections that are left are cut
 */
export async function closeServer(server: Server, timeoutMs = 10_000): Promise<void> {
  await takeWaiting(server);
  const closed = once(server, 'close');
  server.close();
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(look);
  clearTimeout(late);
}

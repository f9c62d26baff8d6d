import { once } from 'node:events';
import type { Server } from 'node:http';
import { takeWaiting } from './service/run/take-waiting.js';

/** Connections that have become idle are closed this often. */
const CLOSE_IDLE_MS = 50;

/**
 * Closes a server: it answers the requests that have arrived, also those that a busy event loop has not seen.
 *
 * @param timeoutMs the connections that are still open after this time are cut
 */
export async function closeServer(server: Server, timeoutMs = 10_000): Promise<void> {
  await takeWaiting(server);
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

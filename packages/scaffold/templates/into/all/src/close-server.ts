import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopListening, takeWaiting } from './service/run/take-waiting.js';

/** A client that has just read an answer, or has just connected, has this time to send its next request. */
const NEXT_REQUEST_MS = 500;
/** Connections that have become idle are closed this often. */
const CLOSE_IDLE_MS = 50;
/** The responses of requests that wait for their outputs. */
const unfinished = new Set<ServerResponse>();

export function addUnfinished(response: ServerResponse): void {
  unfinished.add(response);
  response.once('close', () => unfinished.delete(response));
}

/**
 * Closes a server: it answers the requests that have arrived, also those that a busy event loop has not seen.
 *
 * @param timeoutMs the connections that are still open after this time are cut
 * @param passedOn resolves when another process that deals connections has passed on the next one, if one waits there
 */
export async function closeServer(
  server: Server,
  timeoutMs = 10_000,
  passedOn?: () => Promise<void>,
): Promise<void> {
  // An answer closes its connection from now on. On an open one, a client could send its next request just when the
  // connection is closed below.
  server.prependListener('request', (_request, response) => closeAfter(response));
  for (const response of unfinished) closeAfter(response);
  await sleep(NEXT_REQUEST_MS);
  await takeWaiting(server, passedOn);
  const closed = once(server, 'close');
  stopListening(server);
  await Promise.race([closed, sleep(NEXT_REQUEST_MS)]);
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

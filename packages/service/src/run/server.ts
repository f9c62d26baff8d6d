import { createServer, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Pace } from '../http/pace.ts';
import { type Connections, watchConnections } from './connections.ts';

export type RunningServer = {
  readonly port: number;
  /** Stops accepting, lets every accepted request finish; rejects where `timeoutMs` was not enough. */
  drain(timeoutMs: number): Promise<void>;
};

/** Longer than the idle timeout of common balancers, so that the balancer closes an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** A request may be on its way on a connection that looks idle: wait this long before closing it. */
const LINGER_MS = 500;

/** Nothing new for this long: what was accepted for us has arrived. */
const QUIET_MS = 40;

const limits = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** Cuts the connections of clients that do not read. */
  readonly pace: Pace;
  /** How long a request may take to arrive, its body included. */
  readonly uploadTimeoutMs: number;
  /** Each process has a listening socket of its own, and the system deals the connections. */
  readonly reusePort?: boolean;
};

/** Listens; rejects with the system's error (EADDRINUSE, …) where it cannot. */
export async function listen(
  handler: RequestListener,
  { pace, uploadTimeoutMs, ...where }: ListenOptions,
): Promise<RunningServer> {
  let draining = false;
  const server = createServer({
    ...limits,
    headersTimeout: Math.min(limits.headersTimeout, uploadTimeoutMs),
    requestTimeout: uploadTimeoutMs,
  });
  const connections = watchConnections(server, pace, (request, response) => {
    if (draining) response.setHeader('Connection', 'close');
    handler(request, response);
  });
  server.on('request', connections.onRequest);
  // A client that asks first whether to send its body gets the answer when the body is read. Refused before that, it
  // may send it or not, and what comes next on the connection could be either.
  server.on('checkContinue', (request, response) => {
    response.setHeader('Connection', 'close');
    connections.onRequest(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ ...where, backlog: 4096 }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async drain(timeoutMs) {
      draining = true;
      await untilQuiet(() => connections.arrivals, timeoutMs / 4);
      for (const response of connections.open)
        if (!response.headersSent) response.setHeader('Connection', 'close');
      await closeGently(server, timeoutMs, connections);
    },
  };
}

/**
 * A connection that the system (or the primary of a cluster) has accepted, but a busy event loop has not seen
 * yet, would be reset with the listening socket. So accept on until none came for a moment; the turn after the
 * timer is the one in which the loop looks.
 */
async function untilQuiet(arrivals: () => number, mostMs: number): Promise<void> {
  const deadline = performance.now() + mostMs;
  for (let seen = -1; seen !== arrivals() && performance.now() < deadline; ) {
    seen = arrivals();
    await sleep(Math.min(QUIET_MS, mostMs));
    await turn();
  }
}

/**
 * `http.Server.close` cuts idle keep-alive connections at once, and with them a request that is on its way.
 * `net.Server.close` only stops accepting; the idle ones are closed after a moment, the busy ones when done.
 */
function closeGently(server: Server, timeoutMs: number, { open, sockets }: Connections): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const seen = new Map<Socket, number>();
  const closeIdle = () => {
    server.closeIdleConnections();
    const busy = new Set([...open].map(({ req }) => req.socket));
    for (const socket of sockets.keys()) {
      // A browser opens connections that it may never use, others begin a request and do not go on: Node counts both
      // as busy.
      if (!busy.has(socket) && [0, seen.get(socket)].includes(socket.bytesRead)) socket.destroy();
      seen.set(socket, socket.bytesRead);
    }
  };
  const idle = setInterval(closeIdle, Math.min(LINGER_MS, timeoutMs / 2));
  const deadline = setTimeout(() => {
    // A client that has not sent its whole request, or has not read its answer, does not delay an orderly stop.
    const unanswered = [...open].filter(({ req, headersSent }) => req.complete && !headersSent);
    if (unanswered.length === 0) resolve();
    else reject(new Error(`requests were still unfinished after ${timeoutMs} ms`));
    server.closeAllConnections();
  }, timeoutMs);
  // On Bun an HTTP server is no net.Server, and its own `close` cuts nobody who is idle.
  const { close } = server instanceof net.Server ? net.Server.prototype : server;
  close.call(server, () => resolve());
  return promise.finally(() => {
    clearInterval(idle);
    clearTimeout(deadline);
  });
}

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

export type RunningServer = {
  readonly port: number;
  /** Stops accepting, lets every accepted request finish; rejects where `timeoutMs` was not enough. */
  drain(timeoutMs: number): Promise<void>;
};

/** Longer than the idle timeout of common balancers, so that it is they who close an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** A request may be on its way on a connection that looks idle: wait this long before closing it. */
const LINGER_MS = 500;

/** Nothing new for this long: what was accepted for us has arrived. */
const QUIET_MS = 40;

const limits = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};

/** `reusePort`: each process has a listening socket of its own, and the system deals the connections. */
export type ListenOptions = { readonly reusePort?: boolean };

/** Listens; rejects with the system's error (EADDRINUSE, …) where it cannot. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  options: ListenOptions = {},
): Promise<RunningServer> {
  let draining = false;
  const open = new Set<ServerResponse>();
  const server = createServer(limits, (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (draining) response.setHeader('Connection', 'close');
    handler(request, response);
  });
  let arrivals = 0;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    arrivals++;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port, backlog: 4096, ...options }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async drain(timeoutMs) {
      draining = true;
      await untilQuiet(() => arrivals, timeoutMs / 4);
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
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
function closeGently(server: Server, timeoutMs: number, connections: ReadonlySet<Socket>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closeIdle = () => {
    server.closeIdleConnections();
    // A browser opens connections that it may never use; Node counts those as busy.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  const idle = setInterval(closeIdle, Math.min(LINGER_MS, timeoutMs / 2));
  const deadline = setTimeout(() => {
    reject(new Error(`requests were still unfinished after ${timeoutMs} ms`));
    server.closeAllConnections();
  }, timeoutMs);
  net.Server.prototype.close.call(server, () => resolve());
  return promise.finally(() => {
    clearInterval(idle);
    clearTimeout(deadline);
  });
}
